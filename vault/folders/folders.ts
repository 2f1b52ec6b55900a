import { z } from 'zod'
import { folderRecordHash, randomUuid, signFolderRecord, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { reviseFile } from '../files/file-records.ts'
import type { Shown } from '../files/shown.ts'
import { forEachItem } from './items.ts'
import { teamOf } from '../spaces/team-spaces.ts'
import { readingSpace, tablesForSpace, withNewestKey } from './space-scope.ts'
import { damagedName, openListed } from '../session/open-listed.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { unseenRows } from '../session/unseen-rows.ts'
import { noteFolder } from '../session/version-memory.ts'
import { FOLDER_COLUMNS, type FolderRow, type VaultFolder, folderRow, isContradicted } from './folder-rows.ts'
import { type ProvedFolder, type ShownFolder, proveFolder } from './prove-folders.ts'

export { type VaultFolder, folderShape } from './folder-rows.ts'
export type { ShownFolder } from './prove-folders.ts'

const PAGE_ROWS = 1000

/**
 * All folders of the personal space, or of a team space, in one list. A name that does not open is shown as damaged, not hidden; so is a
 * folder that its record contradicts. Signatures are checked by acts, not by lists.
 */
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
    const query = `${tablesForSpace(vault, newest.id).folders}?select=${FOLDER_COLUMNS}&${space}&order=id&limit=${PAGE_ROWS}${behind}`
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
  const isDamaged = isContradicted(vault, row)
  const text = { ...row, kind: 'folder', field: 'name', value: row.name } as const
  const name = isDamaged ? null : await openListed(vault, text, spaceId)
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

/** Makes a folder, with the signed record of its place and name. Its id is drawn here, because the sealed name is bound to it. */
export async function createFolder(
  api: VaultApi,
  vault: OpenVault,
  { name, parentId, spaceId = null }: NewFolder,
): Promise<VaultFolder> {
  const id = randomUuid(systemRandom)
  const write = async (space: OpenSpace): Promise<void> => {
    const signed = await signedColumns(vault, space, { id, parentId, name, version: 1, previous: null })
    const body = { id, parent_folder_id: parentId, space_id: space.id, ...signed }
    await api.rest(tablesForSpace(vault, spaceId).folders, { method: 'POST', body, prefer: 'return=minimal' })
  }
  await withNewestKey(api, vault, { spaceId, write })
  noteFolder(vault, id, 1)
  return { id, spaceId, name, parentId, createdAt: new Date().toISOString(), isStarred: false, trashedAt: null }
}

/**
 * Gives a folder another name, sealed for the space in whose list it was shown.
 * @throws {VaultError} `not_found` when the folder is gone, or was changed elsewhere at the same moment; `folder_refused`
 */
export function renameFolder(api: VaultApi, vault: OpenVault, shown: ShownFolder, name: string): Promise<void> {
  return reviseFolder(api, vault, shown, { name })
}

/** What changes about a folder; what is left out stays. `parentId` null is the top. */
type FolderRevision = { name?: string; parentId?: string | null; trashedAt?: null }

/**
 * Writes another version of a folder's row, with the record that its person signs of the place and the name that they see. So a folder that was
 * made before records has one from then on.
 * @throws {VaultError} `not_found` | `folder_refused`
 */
export async function reviseFolder(
  api: VaultApi,
  vault: OpenVault,
  shown: ShownFolder,
  revision: FolderRevision,
): Promise<void> {
  const proved = await proveFolder(api, vault, shown)
  const { row } = proved
  const restored = revision.trashedAt === undefined ? {} : { trashed_at: revision.trashedAt }
  const parentId = revision.parentId === undefined ? row.parent_folder_id : revision.parentId
  const name = revision.name ?? proved.name
  const table = tablesForSpace(vault, row.space_id).folders
  if (name === null) {
    // Nobody can sign a name that does not open; it is moved as it is.
    const body = { parent_folder_id: parentId, ...restored }
    return changeOne(api, `${table}?id=eq.${row.id}&version=eq.${row.version}`, body)
  }
  const write = async (space: OpenSpace): Promise<void> => {
    const next = { id: row.id, parentId, name, version: row.version + 1, previous: await hashOf(proved) }
    const body = { parent_folder_id: parentId, ...restored, ...(await signedColumns(vault, space, next)) }
    // The old version in the filter: of two changes at once one finds no row instead of overwriting the other.
    await changeOne(api, `${table}?id=eq.${row.id}&version=eq.${row.version}`, body)
  }
  await withNewestKey(api, vault, { spaceId: row.space_id, write })
  noteFolder(vault, row.id, row.version + 1)
}

const hashOf = async ({ signed }: ProvedFolder): Promise<Uint8Array | null> => signed && folderRecordHash(signed)

type Described = {
  id: string
  parentId: string | null
  name: string
  version: number
  previous: Uint8Array | null
}

async function signedColumns(
  vault: OpenVault,
  space: OpenSpace,
  { id, parentId, name, version, previous }: Described,
): Promise<Record<string, unknown>> {
  const sealed = await space.records.seal({ kind: 'folder', id, version, field: 'name' }, utf8(name))
  const { id: spaceId, rosterHash: roster } = space
  const time = new Date().toISOString()
  const record = { folderId: id, parentId, spaceId, version, previous, name: sealed, time, roster }
  const { text, signature } = await signFolderRecord(record, vault.signer)
  return {
    name: toBase64Url(sealed),
    space_epoch: space.epoch,
    version,
    record: text,
    record_signature: toBase64Url(signature),
  }
}

export type Move = {
  files: readonly Shown[]
  folders: readonly ShownFolder[]
  /** The folder they go to, as a list showed it; null is the top of the vault. */
  to: ShownFolder | null
  /** New names of files, by id, where the old ones are taken. */
  names?: Readonly<Record<string, string>>
}

/**
 * Moves files and folders into a folder. A file gets a new signed manifest, and a folder a new signed record, which name it; one that is not as
 * it was shown stays where it is.
 * @throws {VaultError} `folder_refused` for the target, before anything was moved; the first failure, after everything was tried.
 */
export async function moveItems(
  api: VaultApi,
  vault: OpenVault,
  { files, folders, to, names = {} }: Move,
): Promise<void> {
  if (to) await proveFolder(api, vault, to)
  const parentId = to?.id ?? null
  await forEachItem(folders, (folder) => reviseFolder(api, vault, folder, { parentId }))
  await forEachItem(files, (file) => {
    const name = names[file.id]
    return reviseFile(api, vault, file, { folderId: parentId, ...(name === undefined ? {} : { name }) })
  })
}

async function changeOne(api: VaultApi, row: string, body: Record<string, unknown>): Promise<void> {
  const changed = await api.rest(`${row}&select=id`, { method: 'PATCH', prefer: 'return=representation', body })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This folder was changed somewhere else; look again.')
  }
}
