import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VaultApi } from '#vault/session/api.ts'
import { knockAtLink, openLink, readLinkSecret, startLinkDownload } from '#vault/sharing/links/visit-link.ts'
import { CommandLine } from '../../test/support/command-line.ts'
import { readContent } from '../../test/support/stored-file.ts'
import { pastTriggers } from '../../test/support/server/past-triggers.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../../test/support/people/vault-person.ts'

const listed = z.array(z.object({ kind: z.string(), id: z.string(), name: z.string(), path: z.string() }))

const computer = new CommandLine()
let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(async () => {
  ;[ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  await signIn(ada)
})

async function signIn(person: VaultPerson): Promise<void> {
  computer.moveOn()
  await computer.signIn(server.url, person)
}

const list = async (...words: string[]) => listed.parse(await computer.json(['ls', ...words]))
const pathsOf = (entries: { path: string }[]): string[] => entries.map((entry) => entry.path)

/** `project/readme.txt`, `project/data/a.bin`, `project/data/deep/b.bin`. */
function makeProject(): { root: string; files: Map<string, Buffer> } {
  const root = path.join(computer.newFolder('tree-'), 'project')
  const files = new Map([
    ['readme.txt', Buffer.from('read me')],
    ['data/a.bin', randomBytes(70_000)],
    ['data/deep/b.bin', randomBytes(300_000)],
  ])
  for (const [name, bytes] of files) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), bytes)
  }
  return { root, files }
}

describe('folders', () => {
  test('a folder is stored whole, listed by its paths, and comes back byte for byte', async () => {
    const { root, files } = makeProject()
    await computer.json(['put', root, '--into', 'Work/2026'])

    expect(pathsOf(await list())).toEqual(['Work'])
    expect(pathsOf(await list('Work/2026/project'))).toEqual(['Work/2026/project/data', 'Work/2026/project/readme.txt'])
    expect(pathsOf(await list('--all'))).toEqual(
      [...files.keys()].map((name) => `Work/2026/project/${name}`).toSorted(),
    )

    const target = computer.newFolder('got-')
    await computer.json(['get', 'Work/2026/project', '--to', target])
    for (const [name, bytes] of files) {
      expect(fs.readFileSync(path.join(target, 'project', name)).equals(bytes), name).toBe(true)
    }
  })

  test('what was interrupted continues without a second copy of what is there', async () => {
    const { root, files } = makeProject()
    fs.rmSync(path.join(root, 'data/deep'), { recursive: true })
    await computer.json(['put', root])
    fs.mkdirSync(path.join(root, 'data/deep'))
    fs.writeFileSync(path.join(root, 'data/deep/b.bin'), files.get('data/deep/b.bin') ?? '')

    expect(await computer.json(['put', root, '--skip-existing'])).toMatchObject([{ path: 'project/data/deep/b.bin' }])
    expect(await list('--all')).toHaveLength(3)
    const target = computer.newFolder('got-')
    await computer.json(['get', 'project', '--to', target])
    fs.rmSync(path.join(target, 'project/readme.txt'))
    expect(await computer.json(['get', 'project', '--to', target, '--skip-existing'])).toMatchObject([
      { name: 'readme.txt' },
    ])
  })

  test('are made, moved into, and go to the trash with what is in them', async () => {
    await computer.json(['put', computer.makeFile('plan.txt', Buffer.from('plan'))])
    await computer.json(['mkdir', 'Old/Plans', 'New'])
    await computer.json(['mv', 'plan.txt', '--into', 'Old/Plans'])
    await computer.json(['mv', 'Old/Plans', '--into', 'New'])
    expect(pathsOf(await list('--all'))).toEqual(['New/Plans/plan.txt'])

    expect((await computer.run(['mv', 'New', '--into', 'New/Plans'])).status).toBe(1)
    expect((await computer.run(['verify', 'New/Plans/plan.txt'])).status).toBe(0)
    await computer.json(['rm', 'New'])
    expect(await list('--all')).toEqual([])
    expect(pathsOf(await list())).toEqual(['Old'])
    expect((await computer.run(['get', 'New/Plans/plan.txt'])).status).toBe(4)
  })

  test('a command for files says so when it is given a folder', async () => {
    await computer.json(['mkdir', 'Plans'])
    expect(await computer.run(['unshare', 'Plans'])).toMatchObject({
      status: 2,
      stderr: 'quantumshield: Plans is a folder; this command takes files.\n',
    })
  })
})

describe('sharing', () => {
  const bytes = randomBytes(400_000)
  beforeEach(async () => {
    await server.ledger.listKeys()
    await server.ledger.signAll(0)
    await computer.json(['put', computer.makeFile('plan.bin', bytes)])
  })

  test('with a colleague: they get it byte for byte, until it is ended', async () => {
    const shared = z
      .object({ safety_number: z.string() })
      .parse(await computer.json(['share', 'plan.bin', '--with', bob.email.toUpperCase(), '--days', '3']))
    expect(shared.safety_number).toMatch(/^(\d{5} ){11}\d{5}$/)
    expect(await computer.json(['shared'])).toMatchObject({
      by_me: [{ kind: 'person', email: bob.email }],
      with_me: [],
    })

    const adasHome = computer.home
    await signIn(bob)
    expect(await computer.json(['shared'])).toMatchObject({ with_me: [{ name: 'plan.bin', from: ada.email }] })
    const got = await computer.run(['get', '--shared', 'plan.bin', '--output', '-'])
    expect(got.stdout.equals(bytes), got.stderr).toBe(true)

    const bobsHome = computer.home
    computer.home = adasHome
    await computer.json(['unshare', 'plan.bin', '--with', bob.email])
    computer.home = bobsHome
    expect((await computer.run(['get', '--shared', 'plan.bin', '--output', '-'])).status).toBe(4)
  })

  test('by a link with a password and a limit', async () => {
    const environment = { QUANTUMSHIELD_LINK_PASSWORD: 'for the link' }
    const words = ['link', 'plan.bin', '--protect', '--max-downloads', '1', '--sender', 'Ada', '--json']
    const made = await computer.run(words, { environment })
    const { url } = z.object({ url: z.url() }).parse(JSON.parse(made.stdout.toString()))
    const { pathname, hash } = new URL(url)
    const id = pathname.split('/').at(-1) ?? ''
    const followed = { id, secret: readLinkSecret(hash) }
    const publishableKey = server.secrets.publishableKeys[0]
    const visitor = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => undefined })

    const parameters = await knockAtLink(visitor, followed)
    if (!parameters) throw new Error('the link has a password')
    const opened = await openLink(visitor, followed, { text: 'for the link', parameters })
    expect(opened).toMatchObject({ files: [{ name: 'plan.bin' }], sender: 'Ada', downloadsLeft: 1 })
    expect((await readContent(visitor, await startLinkDownload(visitor, opened))).equals(bytes)).toBe(true)
    await expect(knockAtLink(visitor, followed)).rejects.toMatchObject({ code: 'share_link_used_up' })

    await computer.json(['unshare', id])
    expect(await computer.json(['shared'])).toMatchObject({ by_me: [] })
  })

  test('by a link that is shown again and changed', async () => {
    const { url } = z.object({ url: z.url() }).parse(await computer.json(['link', 'plan.bin']))
    const id = new URL(url).pathname.split('/').at(-1) ?? ''
    expect(await computer.json(['link', id])).toMatchObject({ url, max_downloads: null, has_password: false })

    const environment = { QUANTUMSHIELD_LINK_PASSWORD: 'for the link' }
    const words = ['link', id, '--days', '30', '--max-downloads', '4', '--protect', '--json']
    const changed = JSON.parse((await computer.run(words, { environment })).stdout.toString()) as object
    expect(changed).toMatchObject({ url, max_downloads: 4, has_password: true })
    expect(await computer.json(['link', id, '--no-password', '--max-downloads', 'none'])).toMatchObject({
      url,
      max_downloads: null,
      has_password: false,
    })
    expect((await computer.run(['link', id, '--sender', 'Ada'])).status).toBe(2)

    await computer.json(['unshare', id])
    expect((await computer.run(['link', id])).status).toBe(4)
  })

  test('not by a link whose password is guessed at once', async () => {
    const environment = { QUANTUMSHIELD_LINK_PASSWORD: 'seven 7' }
    const refused = await computer.run(['link', 'plan.bin', '--protect', '--json'], { environment })

    expect(refused.stderr).toContain('The password of a link has at least 8 characters.')
    expect(await computer.json(['shared'])).toMatchObject({ by_me: [] })
  })

  test('by a link that is opened at another terminal, without an account', async () => {
    const environment = { QUANTUMSHIELD_LINK_PASSWORD: 'for the link' }
    const made = await computer.run(['link', 'plan.bin', '--protect', '--json'], { environment })
    const { url } = z.object({ url: z.url() }).parse(JSON.parse(made.stdout.toString()))
    computer.moveOn()
    const folder = computer.newFolder('visitor-')
    const visit = (words: string[], password = 'for the link') =>
      computer.run(['open', ...words, '--json'], { environment: { QUANTUMSHIELD_LINK_PASSWORD: password } })

    const wrong = await visit([url, '--to', folder], 'not for the link')
    expect(wrong.stderr).toContain('does not open this link')
    expect(fs.readdirSync(folder)).toEqual([])
    const saved = await visit([url, '--to', folder])
    expect(JSON.parse(saved.stdout.toString())).toMatchObject({ name: 'plan.bin', size: bytes.length })
    expect(fs.readFileSync(path.join(folder, 'plan.bin')).equals(bytes)).toBe(true)
    expect((await visit([url, '--to', folder])).stderr).toContain('exists already')
    expect((await visit([url.slice(0, -1)])).status).not.toBe(0)
    expect((await visit(['https://example.org/'])).status).toBe(2)
  })

  test('by a link that ends also when a thousand newer ones are there', async () => {
    const made = async () => {
      const { url } = z.object({ url: z.url() }).parse(await computer.json(['link', 'plan.bin']))
      return new URL(url).pathname.split('/').at(-1) ?? ''
    }
    const ids = [await made(), await made()]
    await computer.json(['put', computer.makeFile('other.bin', randomBytes(10))])
    const otherFile = (await list()).find(({ name }) => name === 'other.bin')?.id
    await pastTriggers(
      server.database,
      `insert into share_links (id, file_id, user_id, door_hash, token_hash, handover, expires_at, created_at)
       select gen_random_uuid(), $2, user_id, door_hash, token_hash, handover, expires_at, created_at + interval '1 minute'
       from share_links, generate_series(1, 1000) where id = $1`,
      [ids[0], otherFile],
    )

    expect(await computer.json(['unshare', ids[0] ?? ''])).toEqual({ links: 1, people: 0 })
    expect(await computer.json(['unshare', 'plan.bin'])).toEqual({ links: 1, people: 0 })
  })

  test.each([
    ['an unknown person', ['share', 'plan.bin', '--with', 'nobody@example.org'], 4, 'Nobody in your organisation'],
    ['too many days', ['link', 'plan.bin', '--days', '91'], 2, '--days takes a whole number from 1 to 90'],
    ['what is not shared', ['unshare', 'plan.bin'], 4, 'plan.bin is not shared'],
    ['no such file of others', ['get', '--shared', 'plan.bin'], 4, 'Nobody shares a file plan.bin with you'],
  ])('%s', async (_, words, status, text) => {
    const refused = await computer.run(words)
    expect(refused.stderr).toContain(text)
    expect(refused.status).toBe(status)
  })
})
