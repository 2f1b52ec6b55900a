import { z } from 'zod'
import { randomUuid, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { reviseFile } from '../files/file-records.ts'
import { type Shown, notAsShown } from '../files/shown.ts'
import { forEachItem } from './items.ts'
import { teamOf } from '../spaces/team-spaces.ts'
import { readingSpace, tablesForSpace, withNewestKey } from './space-scope.ts'
import { damagedName, openListed } from '../session/open-listed.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { unseenRows } from '../session/unseen-rows.ts'

/** A folder as screens see it. */
export type VaultFolder = {
  id: string
  /** The team space in whose list it is; null is the personal space. */
  spaceId: string | null
  name: string
  /** Null at the top of the vault. */
  parentId: string | null
  /** ISO 8601. */
  createdAt: string
  isStarred: boolean
  /** ISO 8601 of when the folder itself was moved to the trash; it can lie there with a folder above it as well. */
  trashedAt: string | null
}

/** Checks what was stored as a folder. */
export const folderShape: z.ZodType<VaultFolder> = z.object({
  id: z.uuid(),
  spaceId: z.uuid().nullable(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  createdAt: z.string(),
  isStarred: z.boolean(),
  trashedAt: z.string().nullable(),
})

const PAGE_ROWS = 1000
const COLUMNS = 'id,parent_folder_id,name,space_id,space_epoch,version,created_at,is_starred,trashed_at'
const folderRow = z.object({
  id: z.uuid(),
  parent_folder_id: z.uuid().nullable(),
  name: z.string(),
  space_id: z.uuid(),
  space_epoch: z.int(),
  version: z.int(),
  created_at: z.string(),
  is_starred: z.boolean(),
  trashed_at: z.string().nullable(),
})
type FolderRow = z.infer<typeof folderRow>

/** All folders of the personal space, or of a team space, in one list. A name that does not open is shown as damaged, not hidden. */
export async function listFolders(
  api: VaultApi,
  vault: OpenVault,
  spaceId: string | null = null,
): Promise<VaultFolder[]> {
  const folders: VaultFolder[] = []
  const space = spaceId === null ? 'space_id=not.is.null' : `space_id=eq.${spaceId}`
  const newest = spaceId === null ? vault.personalSpace : (await teamOf(api, vault, spaceId)).spaces[0]!
  const unseen = unseenRows(({ id }: FolderRow) => id)
  for (let last = ''; ;) {
    const behind = last && `&id=gt.${last}`
    const query = `${tablesForSpace(vault, newest.id).folders}?select=${COLUMNS}&${space}&order=id&limit=${PAGE_ROWS}${behind}`
    const rows = unseen(z.array(folderRow).parse(await api.rest(query)))
    if (rows.length === 0) return folders
    // Somebody renamed one with a key that came after the space was opened.
    if (rows.some(({ space_epoch }) => space_epoch > newest.epoch)) await readingSpace(api, vault, newestOf(rows))
    folders.push(...(await Promise.all(rows.map((row) => present(vault, row, newest.id)))))
    last = rows.at(-1)?.id ?? ''
  }
}

const newestOf = (rows: readonly FolderRow[]): FolderRow =>
  rows.reduce((newest, row) => (row.space_epoch > newest.space_epoch ? row : newest))

async function present(vault: OpenVault, row: FolderRow, spaceId: string): Promise<VaultFolder> {
  const name = await openListed(vault, { ...row, kind: 'folder', field: 'name', value: row.name }, spaceId)
  return {
    id: row.id,
    spaceId: spaceId === vault.personalSpace.id ? null : spaceId,
    name: name ?? damagedName(row.id),
    parentId: row.parent_folder_id,
    createdAt: row.created_at,
    isStarred: row.is_starred,
    trashedAt: row.trashed_at,
  }
}

export type NewFolder = { name: string; parentId: string | null; spaceId?: string | null }

/** Makes a folder. Its id is drawn here, because the sealed name is bound to it. */
export async function createFolder(
  api: VaultApi,
  vault: OpenVault,
  { name, parentId, spaceId = null }: NewFolder,
): Promise<VaultFolder> {
  const id = randomUuid(systemRandom)
  const version = 1
  const write = async (space: OpenSpace): Promise<void> => {
    const body = {
      id,
      parent_folder_id: parentId,
      name: toBase64Url(await space.records.seal(nameOf(id, version), utf8(name))),
      space_id: space.id,
      space_epoch: space.epoch,
      version,
    }
    await api.rest(tablesForSpace(vault, spaceId).folders, { method: 'POST', body, prefer: 'return=minimal' })
  }
  await withNewestKey(api, vault, { spaceId, write })
  return { id, spaceId, name, parentId, createdAt: new Date().toISOString(), isStarred: false, trashedAt: null }
}

/** A folder as a list showed it when a person chose it. */
export type ShownFolder = Pick<VaultFolder, 'id' | 'spaceId'>

/**
 * Gives a folder another name, sealed for the space in whose list it was shown.
 * @throws {VaultError} `not_found` when the folder is gone, or was renamed elsewhere at the same moment; `not_as_shown`
 */
export function renameFolder(api: VaultApi, vault: OpenVault, shown: ShownFolder, name: string): Promise<void> {
  return reviseFolder(api, vault, shown, { name })
}

/** As `renameFolder`, into another folder at the same time; `parentId` null is the top, and left out it stays where it is. */
export async function reviseFolder(
  api: VaultApi,
  vault: OpenVault,
  { id, spaceId }: ShownFolder,
  { name, parentId }: { name: string; parentId?: string | null },
): Promise<void> {
  const [row] = z.array(folderRow).parse(await api.rest(`reachable_folders?select=${COLUMNS}&id=eq.${id}`))
  if (!row) throw new VaultError('not_found', 'This folder is no longer here.')
  // The name goes under the key of a space: never under that of another one than the person sees.
  if (row.id !== id || row.space_id !== (spaceId ?? vault.personalSpace.id)) throw notAsShown()
  const version = row.version + 1
  const write = async (space: OpenSpace): Promise<void> => {
    const sealed = await space.records.seal(nameOf(id, version), utf8(name))
    const body = {
      name: toBase64Url(sealed),
      version,
      space_epoch: space.epoch,
      ...(parentId === undefined ? {} : { parent_folder_id: parentId }),
    }
    await changeOne(api, `${tablesForSpace(vault, space.id).folders}?id=eq.${id}&version=eq.${row.version}`, body)
  }
  await withNewestKey(api, vault, { spaceId: row.space_id, write })
}

export type Move = {
  files: readonly Shown[]
  folderIds: readonly string[]
  /** The team space they are in; null, or left out, is the personal one. */
  spaceId?: string | null
  /** The folder they go to; null is the top of the vault. */
  to: string | null
  /** New names of files, by id, where the old ones are taken. */
  names?: Readonly<Record<string, string>>
}

/**
 * Moves files and folders into a folder. A file gets a new signed manifest, which names the folder; one that is not as it was shown stays
 * where it is.
 * @throws {VaultError} the first failure, after everything was tried.
 */
export async function moveItems(
  api: VaultApi,
  vault: OpenVault,
  { files, folderIds, spaceId = null, to, names = {} }: Move,
): Promise<void> {
  const { folders } = tablesForSpace(vault, spaceId)
  await forEachItem(folderIds, (id) => changeOne(api, `${folders}?id=eq.${id}`, { parent_folder_id: to }))
  await forEachItem(files, (file) => {
    const name = names[file.id]
    return reviseFile(api, vault, file, { folderId: to, ...(name === undefined ? {} : { name }) })
  })
}

async function changeOne(api: VaultApi, row: string, body: Record<string, unknown>): Promise<void> {
  const changed = await api.rest(`${row}&select=id`, { method: 'PATCH', prefer: 'return=representation', body })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This folder was changed somewhere else; look again.')
  }
}

const nameOf = (id: string, version: number) => ({ kind: 'folder', id, version, field: 'name' })
