/** What people put back by themselves: names, places and manifests as they were before a change, and versions that were deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { listEarlierStates, putBackState } from '#vault/files/earlier-states.ts'
import { deleteVersion, listDeletedVersions, listVersions, putBackVersions } from '#vault/files/file-versions.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { createFolder, listFolders, moveItems, renameFolder } from '#vault/folders/folders.ts'
import { deleteForever, trashItems } from '#vault/folders/trash.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { shown } from '../support/shown.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const since = new Date(Date.now() - 3_600_000)
const all = { since, spaceId: null, ids: null }
const list = ({ api, vault }: VaultPerson, asked: Partial<typeof all> = {}) =>
  listEarlierStates(api, vault, { ...all, ...asked })
const patch = (person: VaultPerson, path: string, body: object) => person.api.rest(path, { method: 'PATCH', body })
const nameOf = async ({ api, vault }: VaultPerson, id: string) => (await proveFile(api, vault, id)).metadata.name

/** Puts back all that is offered. */
async function putBackAll(person: VaultPerson, asked: Partial<typeof all> = {}): Promise<void> {
  for (const state of (await list(person, asked)).offered) await putBackState(person.api, person.vault, state, since)
}

test('an own rename and move are taken back as the next signed version, which no device takes for an older one', async () => {
  const ada = await personWithVault(server)
  const folder = await createFolder(ada.api, ada.vault, { name: 'Case', parentId: null })
  const id = await storeFile(ada, 'plan.txt', Buffer.from('plan'), { folderId: folder.id })
  await renameFile(ada.api, ada.vault, await shown(ada, id), 'renamed.txt')
  await moveItems(ada.api, ada.vault, { files: [await shown(ada, id)], folders: [], to: null })
  await renameFolder(ada.api, ada.vault, folder, 'Other')
  const elsewhere = await ada.reopen()
  expect(await nameOf(elsewhere, id)).toBe('renamed.txt')

  const { offered, refused } = await list(ada)
  expect(refused).toBe(0)
  expect(offered).toMatchObject([
    {
      kind: 'folder',
      id: folder.id,
      now: { name: 'Other' },
      before: { name: 'Case', signedAt: expect.any(String), signer: null },
    },
    {
      kind: 'file',
      id,
      now: { name: 'renamed.txt', folderId: null },
      before: { name: 'plan.txt', folderId: folder.id, signer: null },
      to: folder.id,
    },
  ])
  await putBackAll(ada)
  const proved = await proveFile(elsewhere.api, elsewhere.vault, id)
  expect(proved.metadata.name).toBe('plan.txt')
  expect(proved.manifest).toMatchObject({ folderId: folder.id, version: 4 })
  expect((await listFolders(ada.api, ada.vault)).map(({ name }) => name)).toEqual(['Case'])
  expect((await list(ada)).offered).toEqual([])
})

test('an earlier place of a folder that its record does not name is not offered, and one from before records is, unsigned', async () => {
  const ada = await personWithVault(server)
  const [box, other] = [
    await createFolder(ada.api, ada.vault, { name: 'Box', parentId: null }),
    await createFolder(ada.api, ada.vault, { name: 'Other', parentId: null }),
  ]
  await renameFolder(ada.api, ada.vault, box, 'Renamed')
  expect((await list(ada)).offered).toMatchObject([{ id: box.id, before: { name: 'Box', folderId: null } }])
  const lie = (state: string) =>
    server.database.owner(`update public.earlier_states set state = ${state} where item_id = $1`, [box.id])
  await lie(`state || jsonb_build_object('parent_folder_id', '${other.id}')`)
  expect(await list(ada)).toEqual({ offered: [], refused: 1 })
  await lie(`state - 'record' - 'record_signature'`)
  expect((await list(ada)).offered).toMatchObject([{ before: { name: 'Box', folderId: other.id, signedAt: null } }])
})

test('files whose manifests, names and places a stolen token destroyed come back with their content, and only where they hold', async () => {
  const ada = await personWithVault(server)
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => storeFile(ada, name, Buffer.from(name))))
  const [a = '', b = '', c = ''] = ids
  await renameFile(ada.api, ada.vault, await shown(ada, a), 'renamed')
  const rubbish = (version: number) => ({
    version,
    manifest: `{"version":${version}}`,
    manifest_signature: 'x',
    original_name: 'x',
  })
  await patch(ada, `file_records?id=eq.${a}`, rubbish(3))
  // Another object, of which the manifest says nothing.
  const stolen = { storage_path: `${ada.userId}/${crypto.randomUUID()}`, file_name: 'x', file_size: 1 }
  const place = `/storage/v1/object/encrypted-files/${stolen.storage_path}`
  await ada.api.fetch(place, {
    method: 'POST',
    body: new Blob(['x']),
    headers: { 'content-type': 'application/octet-stream' },
  })
  await patch(ada, `file_records?id=eq.${b}`, { ...rubbish(2), ...stolen })
  await patch(ada, `file_records?id=eq.${c}`, { file_size: 9 })
  for (const id of ids) await expect(proveFile(ada.api, ada.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })

  const { offered } = await list(ada)
  expect(offered.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(offered.every(({ now }) => now === null)).toBe(true)
  await putBackAll(ada)
  // The first state of the time asked about, behind the newest one that was signed.
  expect((await proveFile(ada.api, ada.vault, a)).manifest).toMatchObject({ version: 3 })
  expect(await Promise.all(ids.map((id) => nameOf(ada, id)))).toEqual(['a', 'b', 'c'])
  for (const [at, id] of ids.entries()) {
    const content = await readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, id)))
    expect(content.toString()).toBe(['a', 'b', 'c'][at])
  }
})

test('what was moved into a folder in the trash goes back, and to the top where its own folder is gone', async () => {
  const ada = await personWithVault(server)
  const [gone, trash] = [
    await createFolder(ada.api, ada.vault, { name: 'Gone', parentId: null }),
    await createFolder(ada.api, ada.vault, { name: 'Trash', parentId: null }),
  ]
  const id = await storeFile(ada, 'a.txt', Buffer.from('a'), { folderId: gone.id })
  const top = await storeFile(ada, 'b.txt', Buffer.from('b'))
  await patch(ada, `file_records?id=not.is.null`, { folder_id: trash.id })
  await trashItems(ada.api, { fileIds: [], folderIds: [trash.id] })
  await deleteForever(ada.api, { fileIds: [], folderIds: [gone.id] })

  const { offered } = await list(ada, { ids: [id] as never })
  expect(offered).toMatchObject([{ id, now: null, before: { folderId: gone.id }, to: null }])
  await putBackAll(ada)
  for (const each of [id, top])
    expect((await proveFile(ada.api, ada.vault, each)).manifest).toMatchObject({ folderId: null })
})

test('deleted versions are listed with their day and come back to their file', async () => {
  const ada = await personWithVault(server)
  const id = await storeFile(ada, 'plan.txt', Buffer.from('one'))
  await replaceFile(ada, id, Buffer.from('two'))
  const file = { id, spaceId: null }
  const [version] = await listVersions(ada.api, ada.vault, file)
  if (!version) throw new Error('there is a version')
  await deleteVersion(ada.api, ada.vault, version)
  expect(await listVersions(ada.api, ada.vault, file)).toEqual([])

  const { offered, refused } = await listDeletedVersions(ada.api, ada.vault, all)
  expect(refused).toBe(0)
  expect(offered).toMatchObject([{ id: version.id, file, version: 1, name: 'plan.txt', isDamaged: false }])
  expect(Date.parse(offered[0]?.deletedAt ?? '')).toBeGreaterThan(since.getTime())
  expect(await putBackVersions(ada.api, id)).toBe(1)
  expect((await listVersions(ada.api, ada.vault, file)).map(({ id }) => id)).toEqual([version.id])
  expect((await listDeletedVersions(ada.api, ada.vault, all)).offered).toEqual([])
})

test('in a team space who edits sees and puts back, with the name of who signed; a viewer and a stranger see nothing', async () => {
  const [ada, bob, eve, dan] = await Promise.all([0, 1, 2, 3].map(() => personWithVault(server)))
  if (!ada || !bob || !eve || !dan) throw new Error('there are four')
  const spaceId = await createTeamSpace(ada.api, ada.vault, {
    name: 'Board',
    members: [
      { userId: bob.userId, role: 'editor' },
      { userId: eve.userId, role: 'viewer' },
    ],
  })
  for (const { api, vault } of [bob, eve]) await listTeamSpaces(api, vault)
  const id = await storeFile(ada, 'minutes.txt', Buffer.from('m'), { spaceId })
  await renameFile(bob.api, bob.vault, await shown(bob, id), 'other.txt')

  const asked = { spaceId: spaceId as never }
  const { offered } = await list(bob, asked)
  expect(offered).toMatchObject([{ id, spaceId, before: { name: 'minutes.txt', signer: expect.any(String) } }])
  await putBackAll(bob, asked)
  expect(await nameOf(ada, id)).toBe('minutes.txt')
  for (const person of [eve, dan]) expect(await person.api.rest('reachable_states?select=id')).toEqual([])
  expect(await dan.api.rest('trashed_versions?select=id')).toEqual([])
})

test('states are shown for as long as they are kept', async () => {
  const ada = await personWithVault(server)
  const id = await storeFile(ada, 'a.txt', Buffer.from('a'))
  await renameFile(ada.api, ada.vault, await shown(ada, id), 'b.txt')
  const long = { since: new Date(0) as never }
  const age = { table: 'public.earlier_states', where: 'r.item_id = $1', values: [id] }
  await ageRows(server.database, age, `${LIMITS.earlierStateDays * 24 - 1} hours`)
  expect((await list(ada, long)).offered).toHaveLength(1)
  await ageRows(server.database, age, '2 hours')
  expect((await list(ada, long)).offered).toEqual([])
})
