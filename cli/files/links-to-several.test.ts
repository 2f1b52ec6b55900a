import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { storeFile } from '../../test/support/stored-file.ts'
import { CommandLine } from '../../test/support/command-line.ts'
import { type VaultPerson, personWithVault } from '../../test/support/people/vault-person.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { makeChain } from '../../test/support/make-chain.ts'
import { shown } from '../../test/support/shown.ts'

const computer = new CommandLine()
const made = z.object({ url: z.url(), file_ids: z.array(z.uuid()) })
let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

test(
  'a folder is opened at another terminal, byte for byte, and without what is missing',
  { timeout: 300_000 },
  async () => {
    computer.moveOn()
    await computer.signIn(server.url, ada)
    const [one, two] = [randomBytes(300_000), randomBytes(20)]
    await computer.json(['mkdir', 'Plans/Drafts'])
    await computer.json(['put', computer.makeFile('one.bin', one), '--into', 'Plans'])
    await computer.json(['put', computer.makeFile('two.bin', two), '--into', 'Plans/Drafts'])
    await computer.json(['put', computer.makeFile('three.bin', two)])

    const { url, file_ids } = made.parse(await computer.json(['link', 'Plans']))
    expect(file_ids).toHaveLength(2)
    const id = new URL(url).pathname.split('/').at(-1) ?? ''
    expect(made.parse(await computer.json(['link', id, '--days', '3']))).toEqual({ url, file_ids })
    expect(await computer.json(['shared'])).toMatchObject({ by_me: [{ kind: 'link', name: 'Plans', file_ids }] })
    expect((await computer.run(['shared'])).stdout.toString()).toContain('Plans/ (2 files)')
    const mixed = made.parse(await computer.json(['link', 'three.bin', 'Plans', 'Plans/one.bin']))
    expect(mixed.file_ids).toHaveLength(3)

    const home = computer.home
    computer.moveOn()
    const folder = computer.newFolder('visitor-')
    expect((await computer.run(['open', url, '--output', '-'])).status).toBe(2)
    expect(await computer.json(['open', url, '--to', folder])).toMatchObject({ files: [{}, {}] })
    expect(fs.readFileSync(path.join(folder, 'Plans', 'one.bin')).equals(one)).toBe(true)
    expect(fs.readFileSync(path.join(folder, 'Plans', 'Drafts', 'two.bin')).equals(two)).toBe(true)
    expect((await computer.run(['open', url, '--to', folder])).stderr).toContain('exists already')

    computer.home = home
    await computer.json(['rm', 'Plans/one.bin'])
    computer.moveOn()
    const again = computer.newFolder('again-')
    const partly = await computer.run(['open', mixed.url, '--to', again])
    expect(partly).toMatchObject({ status: 5 })
    expect(partly.stderr).toContain('2 of 3 files are saved')
    expect(partly.stderr).toContain('one.bin')
    expect(fs.readdirSync(path.join(again, 'Shared files')).toSorted()).toEqual(['Plans', 'three.bin'])
    expect(fs.readFileSync(path.join(again, 'Shared files', 'Plans', 'Drafts', 'two.bin')).equals(two)).toBe(true)
  },
)

test('names that would lead elsewhere stay below the folder', { timeout: 120_000 }, async () => {
  const hostile = [
    ['../x', ['..', '..']],
    ['/etc/passwd', []],
    ['C:\\Windows\\x', ['..\\..']],
    ['CON', ['NUL.d']],
    ['..', ['...']],
    ['x', ['a', '../../..']],
    ['x', ['a', '../../..']],
  ] as const
  const [up] = await makeChain(ada, ['../../up'])
  const files = []
  for (const [name, folders] of hostile) {
    const within = [up!, ...(await makeChain(ada, folders, up))]
    const id = await storeFile(ada, name, randomBytes(5), { folderId: within.at(-1)!.id })
    files.push({ shown: await shown(ada, id), within })
  }
  const terms = { days: 1, password: null, maxDownloads: null, sender: null }
  const link = await createLinkToSeveral(ada.api, ada.vault, { ...terms, folder: up!, files }, new Date())

  computer.moveOn()
  const outer = computer.newFolder('outer-')
  const folder = path.join(outer, 'inner')
  fs.mkdirSync(folder)
  await computer.json(['open', server.url + link, '--to', folder])
  expect(fs.readdirSync(outer)).toEqual(['inner'])
  const [top, ...others] = fs.readdirSync(folder)
  expect(others).toEqual([])
  const saved = fs
    .readdirSync(path.join(folder, top!), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, top!), path.join(entry.parentPath, entry.name)))
  expect(saved.toSorted()).toEqual([
    '.._/C__Windows_x',
    '_/file',
    '_NUL.d/_CON',
    '_etc_passwd',
    'a/.._.._/x',
    'a/.._.._/x (2)',
    'file/file/.._x',
  ])
})

test('a link is opened into no hidden file and no folder that was there', { timeout: 120_000 }, async () => {
  const [ssh] = await makeChain(ada, ['.ssh'])
  const authorized = await storeFile(ada, 'authorized_keys', randomBytes(5), { folderId: ssh!.id })
  const keys = { shown: await shown(ada, authorized), within: [ssh!] }
  const settings = await storeFile(ada, '.zshenv', randomBytes(5))
  const terms = { days: 1, password: null, maxDownloads: null, sender: null }
  const now = new Date()
  const several = await createLinkToSeveral(ada.api, ada.vault, { ...terms, folder: ssh!, files: [keys] }, now)
  const single = await createLink(ada.api, ada.vault, { ...terms, file: await shown(ada, settings) }, now)

  computer.moveOn()
  const folder = computer.newFolder('visitor-')
  fs.mkdirSync(path.join(folder, '.ssh'))
  await computer.json(['open', server.url + several, '--to', folder])
  await computer.json(['open', server.url + single, '--to', folder])
  expect(fs.readdirSync(folder).toSorted()).toEqual(['.ssh', '_ssh', '_zshenv'])
  expect(fs.readdirSync(path.join(folder, '.ssh'))).toEqual([])

  fs.rmSync(path.join(folder, '_ssh'), { recursive: true })
  fs.symlinkSync(path.join(folder, '.ssh'), path.join(folder, '_ssh'))
  const refused = await computer.run(['open', server.url + several, '--to', folder])
  expect(refused.stderr).toContain('exists already')
  expect(fs.readdirSync(path.join(folder, '.ssh'))).toEqual([])
})
