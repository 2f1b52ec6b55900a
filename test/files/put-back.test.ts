import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { createFolder, listFolders } from '#vault/folders/folders.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { shown } from '../support/shown.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { overwriteKeyring } from '../support/people/overwrite-keyring.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { trashTasks } from '#server/trash/trash.ts'
import { noticed } from '../threats/noticed.ts'

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(() => server.stop())

const patch = (person: VaultPerson, path: string, body: object) => person.api.rest(path, { method: 'PATCH', body })
const putBack = (person: VaultPerson, moment: Date, items: string[] | null = null) =>
  person.api.rest('rpc/put_back', { method: 'POST', body: { moment: moment.toISOString(), items } })
const now = async (): Promise<Date> =>
  (await server.database.owner<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at ?? new Date(0)

test('manifests and names that a request destroyed are put back, and changes of before stay', async () => {
  const folder = await createFolder(ada.api, ada.vault, { name: 'Case', parentId: null })
  const ids = await Promise.all(
    ['a.txt', 'b.txt'].map((name) => storeFile(ada, name, Buffer.from(name), { folderId: folder.id })),
  )
  await renameFile(ada.api, ada.vault, await shown(ada, ids[0] ?? ''), 'renamed.txt')
  const before = await now()

  // The request of a stolen token.
  await patch(ada, 'file_records?version=eq.1', {
    version: 2,
    manifest: '{"version":2}',
    manifest_signature: 'x',
    original_name: 'x',
  })
  await patch(ada, 'file_records?version=eq.2', {
    version: 3,
    manifest: '{"version":3}',
    manifest_signature: 'x',
    original_name: 'x',
  })
  const claims = { folder_id: folder.id, parent_id: null, space_id: ada.vault.personalSpace.id, version: 2, name: 'x' }
  const record = JSON.stringify(claims)
  await patch(ada, 'folders?id=not.is.null', { name: 'x', version: 2, record, record_signature: 'x' })
  for (const id of ids) await expect(proveFile(ada.api, ada.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })

  expect(await putBack(ada, before)).toBe(3)
  const names = await Promise.all(ids.map(async (id) => (await proveFile(ada.api, ada.vault, id)).metadata.name))
  expect(names).toEqual(['renamed.txt', 'b.txt'])
  expect((await listFolders(ada.api, ada.vault)).map(({ name }) => name)).toEqual(['Case'])
})

test('only what is named is put back, only to its owner, and only for a week', async () => {
  const bob = await personWithVault(server)
  const [one = '', two = ''] = await Promise.all(['1', '2'].map((name) => storeFile(bob, name, Buffer.from(name))))
  const before = await now()
  const broken = { version: 2, manifest: '{"version":2}', manifest_signature: 'x' }
  await patch(bob, 'file_records?id=not.is.null', broken)
  expect(await putBack(ada, before, [one])).toBe(0)
  expect(await putBack(bob, before, [one])).toBe(1)
  expect((await proveFile(bob.api, bob.vault, one)).metadata.name).toBe('1')
  await expect(proveFile(bob.api, bob.vault, two)).rejects.toMatchObject({ code: 'file_damaged' })

  const kept = { table: 'public.earlier_states', where: 'r.item_id = $1', values: [two] }
  await ageRows(server.database, kept, '8 days')
  await trashTasks(server).tasks['removals:purge']?.({})
  expect(await putBack(bob, new Date(0), [two])).toBe(0)
})

test('who changes a file again and again pushes nothing out that was there before', async () => {
  const id = await storeFile(ada, 'often.txt', Buffer.from('x'))
  const before = await now()
  for (let version = 2; version < 30; version++)
    await patch(ada, `file_records?id=eq.${id}`, {
      version,
      manifest: `{"version":${version}}`,
      manifest_signature: 'x',
    })
  expect(await putBack(ada, before, [id])).toBe(1)
  expect((await proveFile(ada.api, ada.vault, id)).metadata.name).toBe('often.txt')
})

test('while changes are paused, nothing that loses something is done', async () => {
  const cleo = await personWithVault(server)
  const folder = await createFolder(cleo.api, cleo.vault, { name: 'Case', parentId: null })
  const id = await storeFile(cleo, 'a.txt', Buffer.from('a'))
  await server.database.owner('select threats.record($1)', [
    JSON.stringify({ detector: 'mass_destruction', user_id: cleo.userId, subject: `person ${cleo.userId}` }),
  ])
  const where = 'id=not.is.null'
  const refused: [method: string, path: string, body?: object][] = [
    ['PATCH', `file_records?${where}`, { original_name: 'x' }],
    ['PATCH', `file_records?${where}`, { version: 2, manifest: '{"version":2}', manifest_signature: 'x' }],
    ['PATCH', `file_records?${where}`, { folder_id: folder.id }],
    ['PATCH', `file_records?${where}`, { encryption_key: 'x', space_epoch: 2 }],
    ['PATCH', `file_records?${where}`, { mime_type: 'x' }],
    ['DELETE', `file_records?${where}`],
    ['PATCH', `folders?${where}`, { name: 'x' }],
    ['PATCH', `folders?${where}`, { parent_folder_id: folder.id }],
    ['DELETE', `folders?${where}`],
    ['PATCH', `team_folders?${where}`, { name: 'x' }],
    ['PATCH', `team_files?${where}`, { original_name: 'x' }],
    ['PATCH', `share_links?${where}`, { handover: 'x' }],
    ['PATCH', `share_links?${where}`, { revoked_at: '2026-01-01T00:00:00Z' }],
    ['DELETE', `file_access?file_id=not.is.null`],
    ['DELETE', `file_versions?${where}`],
    ['DELETE', `request_deliveries?${where}`],
    ['PATCH', `keyrings?user_id=not.is.null`, { sealed: 'x' }],
    ['PATCH', `devices?${where}`, { revoked_at: '2026-01-01T00:00:00Z' }],
    ['DELETE', `tags?${where}`],
    ['POST', 'rpc/delete_forever', { file_ids: [id], folder_ids: [] }],
    ['POST', 'rpc/delete_team_version', { version: id }],
  ]
  const outcomes = await Promise.all(
    refused.map(async ([method, path, body]) => {
      const outcome = await cleo.api
        .rest(path, { method: method as 'PATCH', ...(body && { body }) })
        .catch((error: unknown) => (error as { code?: string }).code)
      return [method, path, JSON.stringify(body), outcome]
    }),
  )
  expect(outcomes.filter(([, , , outcome]) => outcome !== 'changes_paused')).toEqual([])
  // Adding, stars and the trash continue: each is taken back.
  await storeFile(cleo, 'b.txt', Buffer.from('b'))
  await patch(cleo, `file_records?${where}`, { is_starred: true })
  await patch(cleo, `file_records?id=eq.${id}`, { trashed_at: new Date().toISOString() })
})

test('a key that is wrapped anew, and content that is kept as a version, count as nothing lost', async () => {
  const dora = await personWithVault(server)
  const ids: string[] = []
  for (let at = 0; at < 25; at++) ids.push(await storeFile(dora, `${at}.txt`, Buffer.from(String(at))))
  for (const id of ids)
    await patch(dora, `file_records?id=eq.${id}`, {
      encryption_key: 'another',
      space_epoch: 2,
      version: 2,
      manifest: '{"version":2}',
      manifest_signature: 'x',
    })
  expect(await noticed(server, dora.userId)).toEqual([])
  expect(await putBack(dora, new Date(0))).toBe(25)
})

test('a keyring that does not open is put back for 30 days, and the person is mailed', async () => {
  const emil = await personWithVault(server)
  await overwriteKeyring(server, emil.userId)
  await expect(emil.reopen()).rejects.toThrow()
  await server.database.owner(
    `update auth.earlier_account_keys set kept_on = kept_on - 29 where user_id = $1 and what = 'keyring'`,
    [emil.userId],
  )
  const put = () => emil.api.rest('rpc/put_back_keyring', { method: 'POST', body: { day: '2000-01-01' } })
  expect(await put()).toBe(true)
  expect((await emil.reopen()).vault.keyFingerprint).toBe(emil.vault.keyFingerprint)
  const subjects = (await server.mailbox.to(emil.email)).map(({ subject }) => subject)
  expect([...subjects, (await server.mailbox.next(emil.email)).subject]).toContain(
    'An earlier state of your vault was put back',
  )
})
