/** What the command puts back: names and places after a stolen token wrote over them, deleted versions, and the keyring. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deleteVersion, listVersions } from '#vault/files/file-versions.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { overwriteKeyring } from '../test/support/people/overwrite-keyring.ts'
import { shown } from '../test/support/shown.ts'
import { replaceFile, storeFile } from '../test/support/stored-file.ts'
import { ageRows } from '../test/support/server/age-rows.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../test/support/people/vault-person.ts'

const entries = z.array(z.looseObject({ kind: z.string().optional(), name: z.string().optional() }))
const computer = new CommandLine()
let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(async () => {
  ada = await personWithVault(server)
  computer.moveOn()
})
const signIn = () => computer.signIn(server.url, ada)
const nameOf = async (id: string) => (await proveFile(ada.api, ada.vault, id)).metadata.name
const run = async (...words: string[]) => entries.parse(await computer.json(['put-back', ...words]))

describe('put-back --since', () => {
  test('says with --dry-run what it would do, and does it without', async () => {
    await signIn()
    const [a, b] = await Promise.all(['a.txt', 'b.txt'].map((name) => storeFile(ada, name, Buffer.from(name))))
    if (!a || !b) throw new Error('two were stored')
    await renameFile(ada.api, ada.vault, await shown(ada, a), 'other.txt')
    await replaceFile(ada, b, Buffer.from('two'))
    const [version] = await listVersions(ada.api, ada.vault, { id: b, spaceId: null })
    if (version) await deleteVersion(ada.api, ada.vault, version)

    const wanted = [
      expect.objectContaining({ kind: 'file', id: a, name: 'a.txt', name_now: 'other.txt', signed_by: null }),
      expect.objectContaining({ kind: 'version', id: b, name: 'b.txt', version: 1 }),
    ]
    expect(await run('--since', '1h', '--dry-run')).toEqual(wanted)
    expect(await nameOf(a)).toBe('other.txt')
    expect(await run('--since', '1h')).toEqual(wanted)
    expect(await nameOf(a)).toBe('a.txt')
    expect(await listVersions(ada.api, ada.vault, { id: b, spaceId: null })).toHaveLength(1)
    expect(await run('--since', '1h')).toEqual([])
  })

  test('puts back what does not open any more, only what is named, and proves the person where the session is old', async () => {
    await signIn()
    const ids = await Promise.all(['a.txt', 'b.txt'].map((name) => storeFile(ada, name, Buffer.from(name))))
    const body = { version: 2, manifest: '{"version":2}', manifest_signature: 'x', original_name: 'x' }
    await ada.api.rest('file_records?id=not.is.null', { method: 'PATCH', body })
    const sessions = {
      table: 'auth.sessions',
      where: 'r.user_id = $1',
      values: [ada.userId],
      columns: ['created_at', 'proven_at'],
    }
    await ageRows(server.database, sessions, '16 minutes')

    expect(await run('a.txt', '--since', '1h')).toMatchObject([{ id: ids[0], name: 'a.txt', name_now: null }])
    expect(await nameOf(ids[0] ?? '')).toBe('a.txt')
    await expect(nameOf(ids[1] ?? '')).rejects.toMatchObject({ code: 'file_damaged' })
  })

  test('refuses a time that is none, one to come, and a name of which nothing is kept', async () => {
    await signIn()
    for (const since of ['yesterday', '2100-01-01', '31d', '0h']) {
      expect((await computer.run(['put-back', '--since', since])).status, since).toBe(2)
    }
    expect((await computer.run(['put-back'])).status).toBe(2)
    expect((await computer.run(['put-back', 'a.txt', '--since', '1h'])).status).toBe(4)
  })
})

test('put-back --keyring opens a vault again whose keyring was written over, on a computer without a copy', async () => {
  await computer.json(['login', '--server', server.url, '--email', ada.email])
  await overwriteKeyring(server, ada.userId)
  const refused = await computer.run(['ls'])
  expect(refused.status).toBe(5)
  expect(refused.stderr).toContain('put-back --keyring')

  const keyring = ['put-back', '--keyring']
  expect(await computer.json([...keyring, '--dry-run'])).toMatchObject({ put_back: false, kept_on: expect.any(String) })
  expect((await computer.run(['ls'])).status).toBe(5)
  expect(await computer.json(keyring)).toMatchObject({ put_back: true })
  expect((await computer.run(['ls'])).status).toBe(0)
  expect(await computer.json(keyring)).toEqual({ put_back: false })
})
