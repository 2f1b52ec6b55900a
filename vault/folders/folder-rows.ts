import { z } from 'zod'
import { type FolderRecord, toBase64Url } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'

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

export const FOLDER_COLUMNS =
  'id,parent_folder_id,name,space_id,space_epoch,version,created_at,is_starred,trashed_at,record'

export const folderRow = z.object({
  id: z.uuid(),
  parent_folder_id: z.uuid().nullable(),
  name: z.string(),
  space_id: z.uuid(),
  space_epoch: z.int(),
  version: z.int(),
  created_at: z.string(),
  is_starred: z.boolean(),
  trashed_at: z.string().nullable(),
  /** Text of what is signed about it; null in a folder that was made before records, and by other programs. */
  record: z.string().nullable(),
})
export type FolderRow = z.infer<typeof folderRow>

/** What lists compare of the text of a record; the form of the whole is for the proof. */
const comparedMembers = z.object({
  folder_id: z.string(),
  parent_id: z.string().nullable(),
  space_id: z.string(),
  version: z.int(),
  name: z.string(),
})

type RecordedRow = Pick<FolderRow, 'id' | 'parent_folder_id' | 'space_id' | 'version' | 'name'>

/** True when place, name and number of a row are what a record says. It compares texts; who signed the record is another question. */
export function isAsRecorded(row: RecordedRow, record: FolderRecord): boolean {
  return (
    record.folderId === row.id &&
    record.parentId === row.parent_folder_id &&
    record.spaceId === row.space_id &&
    record.version === row.version &&
    toBase64Url(record.name) === row.name
  )
}

/**
 * What a list can tell without checking a signature: a row that its own record contradicts, one that is older than this device knows, and
 * one that lost the record that was proved.
 */
export function isContradicted({ seenFolders }: Pick<OpenVault, 'seenFolders'>, row: FolderRow): boolean {
  const seen = seenFolders.get(row.id)
  if (seen !== undefined && (row.record === null || row.version < seen)) return true
  if (row.record === null) return false
  const said = comparedMembers.safeParse(parsed(row.record)).data
  return (
    said?.folder_id !== row.id ||
    said.parent_id !== row.parent_folder_id ||
    said.space_id !== row.space_id ||
    said.version !== row.version ||
    said.name !== row.name
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No record at all: what the row says is not what is signed.
    return undefined
  }
}
