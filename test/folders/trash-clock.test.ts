import { afterAll, beforeAll, expect, test } from 'vitest'
import { trashTasks } from '#server/trash/trash.ts'
import { createFolder, moveItems } from '#vault/folders/folders.ts'
import { trashItems } from '#vault/folders/trash.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { shownFolder } from '../support/shown.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(() => server.stop())

const folder = async (name: string, parentId: string | null = null) =>
  (await createFolder(ada.api, ada.vault, { name, parentId })).id
const put = (name: string, folderId?: string) =>
  storeFile(ada, name, Buffer.from(name), folderId === undefined ? {} : { folderId })
const patch = (path: string, body: object) => ada.api.rest(path, { method: 'PATCH', body })
const purge = async () => trashTasks(server).tasks['trash:purge']?.({})
const isThere = async (table: 'file_records' | 'folders', id: string) =>
  (await server.database.owner(`select from ${table} where id = $1`, [id])).rows.length === 1

/** All that is there came where it is, and got into the trash, so many days earlier. */
async function daysPass(days: number): Promise<void> {
  for (const table of ['file_records', 'folders'])
    await pastTriggers(
      server.database,
      `update ${table} set trashed_at = trashed_at - make_interval(days => $1), placed_at = placed_at - make_interval(days => $1)`,
      [days],
    )
}

/** A folder with a file that lie in the trash for 29 days. */
async function oldTrash(): Promise<{ trash: string; before: string }> {
  const trash = await folder('old')
  const before = await put('before.txt', trash)
  await trashItems(ada.api, { fileIds: [], folderIds: [trash] })
  await daysPass(29)
  return { trash, before }
}

test('a file that is moved into a folder in the trash has its own thirty days, and what was there goes', async () => {
  const { trash, before } = await oldTrash()
  const moved = await put('moved.txt')
  // The request of a stolen token: any version of the client moves a file with its manifest.
  await server.database.owner('update file_records set manifest = null where id = $1', [moved])
  await patch(`file_records?id=eq.${moved}`, { folder_id: trash })
  await daysPass(2)
  await purge()
  expect([await isThere('file_records', moved), await isThere('file_records', before)]).toEqual([true, false])
  expect(await isThere('folders', trash)).toBe(true)

  await daysPass(27)
  await purge()
  expect(await isThere('file_records', moved)).toBe(true)
  await daysPass(2)
  await purge()
  expect([await isThere('file_records', moved), await isThere('folders', trash)]).toEqual([false, false])
})

test('so has all that is in a folder that is moved there, at any depth', async () => {
  const { trash, before } = await oldTrash()
  const top = await folder('top')
  const deep = await folder('deep', top)
  const inside = await put('inside.txt', deep)
  await daysPass(0)
  const folders = [await shownFolder(ada, top)]
  await moveItems(ada.api, ada.vault, { files: [], folders, to: await shownFolder(ada, trash) })
  await daysPass(2)
  await purge()
  expect([await isThere('file_records', inside), await isThere('folders', deep)]).toEqual([true, true])
  expect(await isThere('file_records', before)).toBe(false)
  await daysPass(29)
  await purge()
  expect([await isThere('file_records', inside), await isThere('folders', top)]).toEqual([false, false])
})

test('a file in the trash by itself keeps its own clock in a folder that gets there later, and a client’s time counts for nothing', async () => {
  const place = await folder('place')
  const early = await put('early.txt', place)
  const late = await put('late.txt', place)
  await trashItems(ada.api, { fileIds: [early], folderIds: [] })
  await daysPass(20)
  await trashItems(ada.api, { fileIds: [], folderIds: [place] })
  await daysPass(11)
  await purge()
  expect([await isThere('file_records', early), await isThere('file_records', late)]).toEqual([false, true])

  // Folders may be written whole over REST.
  await patch(`folders?id=eq.${place}`, { placed_at: '2020-01-01T00:00:00Z' })
  const { rows } = await server.database.owner<{ is_recent: boolean }>(
    `select placed_at > now() - interval '60 days' as is_recent from folders where id = $1`,
    [place],
  )
  expect(rows).toEqual([{ is_recent: true }])
})
