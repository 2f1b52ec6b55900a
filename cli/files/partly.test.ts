/** Commands that run at night: what can be done is done, and what cannot is named with its reason. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VaultError } from '#vault/session/vault-error.ts'
import { Batch } from './batch.ts'
import { CommandLine } from '../../test/support/command-line.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { personWithVault } from '../../test/support/people/vault-person.ts'

const LONG = `${'é'.repeat(125)}x.txt`
const listed = z.array(z.object({ path: z.string() }))
const failed = z.array(z.looseObject({ path: z.string(), error: z.object({ message: z.string() }).optional() }))
const computer = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(async () => {
  computer.moveOn()
  await computer.signIn(server.url, await personWithVault(server))
})

const paths = async (): Promise<string[]> =>
  listed.parse(await computer.json(['ls', '--all'])).map((entry) => entry.path)

/** A folder of this computer; a path that ends with a slash is an empty folder. */
function folderWith(name: string, files: readonly (string | Buffer)[]): string {
  const folder = path.join(computer.newFolder('tree-'), name)
  fs.mkdirSync(folder)
  for (const file of files) {
    const target = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(file)])
    if (target.toString().endsWith('/')) fs.mkdirSync(target, { recursive: true })
    else {
      fs.mkdirSync(path.dirname(target.toString()), { recursive: true })
      fs.writeFileSync(target, `content of ${file.toString('latin1')}`)
    }
  }
  return folder
}

describe('put', () => {
  test('continues after what it cannot store, names each with its reason, and says partly', async () => {
    const notUtf8 = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x2e, 0x74, 0x78, 0x74])
    const folder = folderWith('Case', ['a.txt', '\u202e', notUtf8, 'z.txt'])
    fs.symlinkSync('/etc/hostname', path.join(folder, 'link.txt'))

    const run = await computer.run(['put', folder, path.join(folder, 'missing.txt')])
    expect(run.status, run.stderr).toBe(7)
    expect((await paths()).toSorted()).toEqual(['Case/a.txt', 'Case/z.txt'])
    expect(run.stderr).toContain('3 of 5 were not stored')
    expect(run.stderr).toMatch(/caf.*: The name is not valid UTF-8/)
    expect(run.stderr).toContain('cannot be used as a name')
    expect(run.stderr).toContain('missing.txt: There is no file')
    expect(run.stderr).toContain('Case/link.txt is a link or a device and was left out')

    const again = await computer.run(['put', folder, '--skip-existing', '--json'])
    expect(again.status).toBe(7)
    const entries = failed.parse(JSON.parse(again.stdout.toString()))
    expect(entries.map(({ error }) => error !== undefined)).toEqual([true, true])
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'usage' } })
  })

  test('a file that is gone when its turn comes is named in words, and the next one is stored', async () => {
    const batch = new Batch(new AbortController().signal)
    const done: string[] = []
    for (const name of ['here.txt', 'gone.txt', 'kept.txt']) {
      await batch.try(name, async () => {
        if (name === 'gone.txt') await fs.promises.access(path.join(computer.folder, name))
        done.push(name)
      })
    }
    expect(done).toEqual(['here.txt', 'kept.txt'])
    expect(batch.summary({ done: 2, verb: 'stored' })).toBe(
      '1 of 3 were not stored:\n  gone.txt: It is no longer there.',
    )
  })

  test('names that change are said, and two files never become one, the second time neither', async () => {
    const folder = folderWith('Names', ['a\\b.txt', 'a_b.txt', 'a\u202eb.txt', 'ab.txt'])
    const run = await computer.run(['put', folder, '--skip-existing'])
    expect(run.status, run.stderr).toBe(0)
    const stored = ['Names/a_b (2).txt', 'Names/a_b.txt', 'Names/ab (2).txt', 'Names/ab.txt']
    expect((await paths()).toSorted()).toEqual(stored)
    expect(run.stderr).toContain('is stored as a_b (2).txt')
    expect(run.stderr).toContain('is stored as ab (2).txt')
    expect((await computer.run(['get', 'Names/a_b.txt', '-o', '-'])).stdout.toString()).toBe('content of a_b.txt')

    fs.writeFileSync(path.join(folder, 'a/b'.replace('/', '\u2066_')), 'third')
    const again = await computer.run(['put', folder, '--skip-existing', '--json'])
    expect(again.status, again.stderr).toBe(0)
    expect(JSON.parse(again.stdout.toString())).toMatchObject([{ path: 'Names/a_b' }])
  })

  test('a name of 255 bytes is numbered within 255 bytes, with its ending', async () => {
    const file = computer.makeFile(LONG, Buffer.from('x'))
    await computer.json(['put', file])
    await computer.json(['put', file, '--keep-both'])
    const numbered = `${'é'.repeat(123)} (2).txt`
    expect((await paths()).toSorted()).toEqual([LONG, numbered].toSorted())
    expect(Buffer.from(numbered).length).toBeLessThanOrEqual(255)
  })
})

test('what concerns every file stops the batch, which says how many were not tried', async () => {
  const batch = new Batch(new AbortController().signal)
  const tried: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    await batch.try(name, async () => {
      tried.push(name)
      if (name === 'b') throw new VaultError('session_ended', 'The session has ended.')
    })
  }
  expect(tried).toEqual(['a', 'b'])
  const end = () => batch.end({ done: 1, verb: 'stored' })
  expect(end).toThrow(/3 of 4 were not stored:\n {2}b: You are no longer signed in.*\n2 more were not tried\./)
  expect(end).toThrow(expect.objectContaining({ status: 7, code: 'session_ended' }))
})

describe('folders without files', () => {
  test('are stored and come back', async () => {
    await computer.json(['put', folderWith('Case', ['Jan/a.txt', 'Feb/', 'Mar/deep/'])])
    const target = computer.newFolder('back-')
    await computer.json(['get', 'Case', '--to', target])
    const found = fs.readdirSync(path.join(target, 'Case'), { recursive: true, encoding: 'utf8' })
    expect(found.toSorted()).toEqual(['Feb', 'Jan', 'Jan/a.txt', 'Mar', 'Mar/deep'])
  })
})

describe('get, verify and export', () => {
  beforeEach(async () => {
    await computer.json(['put', folderWith('Case', ['a.txt', 'b.txt', 'c.txt'])])
    // The content of the last one is not there any more.
    const { rows } = await server.database.owner<{ blob_id: string }>(
      `select blob_id from storage.objects where name = (select storage_path from file_records order by created_at desc limit 1)`,
    )
    const blob = rows[0]?.blob_id ?? ''
    fs.rmSync(path.join(server.config.dataDir, 'storage/blobs', blob.slice(0, 2), blob))
  })

  test('fetch and check the rest', async () => {
    const target = computer.newFolder('back-')
    const got = await computer.run(['get', 'Case', 'nowhere.txt', '--to', target])
    expect(got.status, got.stderr).toBe(7)
    expect(fs.readdirSync(path.join(target, 'Case'))).toHaveLength(2)
    expect(got.stderr).toContain('2 of 4 were not fetched')
    expect(got.stderr).toContain('nowhere.txt: There is no file or folder')

    const verified = await computer.run(['verify', '--all'])
    // Two files, and the folder that they lie in.
    expect(verified.stdout.toString().match(/^ok /gm)).toHaveLength(3)
    expect(verified.status, verified.stderr).toBe(5)
    expect(verified.stdout.toString()).toContain('DAMAGED  c.txt')
  })

  test('an export continues where it was cut, and never over something else', async () => {
    const target = computer.newFolder('out-')
    const first = await computer.run(['export', '--all', '--to', target])
    expect(first.status, first.stderr).toBe(7)
    const before = fs.readdirSync(target).toSorted()
    expect(before).toHaveLength(4)
    const [sealed = ''] = before.filter((name) => name.endsWith('.sealed'))
    const [whole, cut] = before.filter((name) => name.endsWith('.sealed')).map((name) => path.join(target, name))
    const writtenAt = fs.statSync(whole ?? '').mtimeMs
    fs.rmSync(cut ?? '')

    const again = await computer.run(['export', '--all', '--to', target])
    expect(again.status).toBe(7)
    expect(again.stderr).toContain(`${sealed} is there already`)
    expect(fs.readdirSync(target).toSorted()).toEqual(before)
    expect(fs.statSync(whole ?? '').mtimeMs).toBe(writtenAt)

    const other = computer.newFolder('other-')
    fs.writeFileSync(path.join(other, 'a.txt.sealed'), 'mine')
    await computer.run(['export', 'Case/a.txt', '--to', other])
    expect(fs.readFileSync(path.join(other, 'a.txt.sealed'), 'utf8')).toBe('mine')
    expect(fs.readdirSync(other)).toHaveLength(3)
  })
})
