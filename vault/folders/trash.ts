import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { reviseFile } from '../files/file-records.ts'
import type { Shown } from '../files/shown.ts'
import { reviseFolder } from './folders.ts'
import type { ShownFolder } from './prove-folders.ts'
import { forEachItem, inBatches, type Items } from './items.ts'
import { tablesForTeamSpace } from './space-scope.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { isReachableFromRoot, pathToRoot } from './path-to-root.ts'
import { unseenRows } from '../session/unseen-rows.ts'

const placedFiles = z.array(z.object({ id: z.uuid(), folder_id: z.uuid().nullable() }))
const placedFolders = z.array(
  z.object({ id: z.uuid(), parent_folder_id: z.uuid().nullable(), trashed_at: z.string().nullable() }),
)
type PlacedFolder = { id: string; parentId: string | null; isTrashed: boolean }
const PAGE_ROWS = 1000
const IDS_PER_TRANSACTION = 1000

/** Moves files and folders to the trash; what is in a folder goes with it, unmarked. The server notes the time. */
export async function trashItems(api: VaultApi, items: Items): Promise<void> {
  await patchItems(api, { items, body: { trashed_at: new Date().toISOString() } })
}

/** What comes out of the trash, all of one space; null, or left out, is the personal one. */
export type Restoring = {
  files: readonly Shown[]
  folders: readonly ShownFolder[]
  spaceId?: string | null
}

/**
 * Takes files and folders out of the trash, to where they were. What was in a folder that is in the trash itself, or gone,
 * comes back at the top.
 * @returns how many came back at the top for that reason.
 * @throws {VaultError} the first failure, after everything was tried: `not_as_shown` for a file, `folder_refused` for a folder, that would come
 *   back at the top and was in another folder than was shown.
 */
export async function restoreItems(api: VaultApi, vault: OpenVault, restoring: Restoring): Promise<number> {
  const { files: wanted, folders: wantedFolders, ...others } = restoring
  const items: Items = {
    ...others,
    fileIds: wanted.map(({ id }) => id),
    folderIds: wantedFolders.map(({ id }) => id),
  }
  const { files: fileTable, folders: folderTable } = tablesForTeamSpace(items.spaceId ?? null)
  const parents = await listParents(api, folderTable)
  const isLive = (folder: string | null): boolean => {
    const path = pathToRoot(parents, folder)
    return (
      isReachableFromRoot(path, folder) && path.every(({ id, isTrashed }) => !isTrashed || items.folderIds.includes(id))
    )
  }
  const homelessFolders = wantedFolders.filter(({ id }) => !isLive(parents.get(id)?.parentId ?? null))
  const files: z.infer<typeof placedFiles> = []
  await inBatches(items.fileIds, async (filter) => {
    files.push(...placedFiles.parse(await api.rest(`${fileTable}?select=id,folder_id&${filter}`)))
  })
  const isHomeless = new Map(files.map((file) => [file.id, !isLive(file.folder_id)]))
  const homelessFiles = wanted.filter(({ id }) => isHomeless.get(id))

  const rest = {
    ...items,
    fileIds: items.fileIds.filter((id) => !isHomeless.get(id)),
    folderIds: wantedFolders.filter((folder) => !homelessFolders.includes(folder)).map(({ id }) => id),
  }
  await patchItems(api, { items: rest, body: { trashed_at: null } })
  const top = { trashedAt: null }
  const homeless = [
    ...homelessFolders.map((folder) => () => reviseFolder(api, vault, folder, { ...top, parentId: null })),
    ...homelessFiles.map((file) => () => reviseFile(api, vault, file, { ...top, folderId: null })),
  ]
  await forEachItem(homeless, (comeBack) => comeBack())
  return homelessFiles.length + homelessFolders.length
}

/** Deletes files, and folders with everything in them, for good: records first, then their objects. */
export async function deleteForever(api: VaultApi, items: Items): Promise<void> {
  const { fileIds, folderIds, spaceId = null } = items
  const name = spaceId === null ? 'delete_forever' : 'delete_from_team'
  for (let at = 0; at < Math.max(fileIds.length, folderIds.length); at += IDS_PER_TRANSACTION) {
    const body = {
      file_ids: fileIds.slice(at, at + IDS_PER_TRANSACTION),
      folder_ids: folderIds.slice(at, at + IDS_PER_TRANSACTION),
    }
    await api.rest(`rpc/${name}`, { method: 'POST', body })
  }
}

/** Stars are of the personal space. */
export async function setStarred(api: VaultApi, items: Items, isStarred: boolean): Promise<void> {
  await patchItems(api, { items, body: { is_starred: isStarred } })
}

async function patchItems(
  api: VaultApi,
  { items, body }: { items: Items; body: Record<string, unknown> },
): Promise<void> {
  const { files, folders } = tablesForTeamSpace(items.spaceId ?? null)
  const patch = (table: string, ids: readonly string[]): Promise<void> =>
    inBatches(ids, (filter) => api.rest(`${table}?${filter}`, { method: 'PATCH', body, prefer: 'return=minimal' }))
  await patch(folders, items.folderIds)
  await patch(files, items.fileIds)
}

/** Where every folder is, without opening a name. */
async function listParents(api: VaultApi, table: string): Promise<Map<string, PlacedFolder>> {
  const parents = new Map<string, PlacedFolder>()
  const unseen = unseenRows(({ id }: z.infer<typeof placedFolders>[number]) => id)
  for (let last = ''; ;) {
    const behind = last && `&id=gt.${last}`
    const query = `${table}?select=id,parent_folder_id,trashed_at&order=id&limit=${PAGE_ROWS}${behind}`
    const rows = unseen(placedFolders.parse(await api.rest(query)))
    if (rows.length === 0) return parents
    for (const row of rows) {
      parents.set(row.id, { id: row.id, parentId: row.parent_folder_id, isTrashed: row.trashed_at !== null })
    }
    last = rows.at(-1)?.id ?? ''
  }
}
