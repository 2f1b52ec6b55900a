import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { damagedName, openListed } from '../session/open-listed.ts'
import { unseenRows } from '../session/unseen-rows.ts'

/** A file as screens see it. */
export type VaultFile = {
  id: string
  /** The team space in whose list it is; null is the personal space. */
  spaceId: string | null
  /** Of the name that is shown. */
  version: number
  name: string
  mimeType: string
  sizeBytes: number
  folderId: string | null
  /** ISO 8601. */
  createdAt: string
  lastAccessedAt: string | null
  isEncrypted: boolean
  isShared: boolean
  isStarred: boolean
  /** ISO 8601 of when the file itself was moved to the trash; it can lie there with its folder as well. */
  trashedAt: string | null
}

export const FILE_COLUMNS =
  'id,folder_id,original_name,mime_type,file_size,created_at,last_accessed,is_encrypted,is_shared,is_starred,trashed_at,space_id,space_epoch,version'
const PAGE_ROWS = 1000

export const listedRow = z.object({
  id: z.uuid(),
  folder_id: z.uuid().nullable(),
  original_name: z.string(),
  mime_type: z.string(),
  file_size: z.number(),
  created_at: z.string(),
  last_accessed: z.string().nullable(),
  is_encrypted: z.boolean(),
  is_shared: z.boolean(),
  is_starred: z.boolean(),
  trashed_at: z.string().nullable(),
  space_id: z.uuid().nullable(),
  space_epoch: z.int().nullable(),
  version: z.int(),
})
export type ListedRow = z.infer<typeof listedRow>

/** Where to look: newest first, or oldest first. */
export type Direction = 'older' | 'newer'

/**
 * All files of the account, newest first. A name that does not open is shown as damaged rather than hidden. Each page begins
 * behind the last row of the one before, and only one without a row that is new is the end: rows come and go meanwhile, and the server may
 * hold its pages shorter than was asked.
 */
export async function listFiles(api: VaultApi, vault: OpenVault): Promise<VaultFile[]> {
  const files: VaultFile[] = []
  const unseen = unseenRows(({ id }: ListedRow) => id)
  for (let last: ListedRow | undefined; ;) {
    const query = pageQuery({ table: 'file_records', filter: 'space_id=not.is.null', columns: FILE_COLUMNS, last })
    const rows = unseen(z.array(listedRow).parse(await api.rest(query)))
    if (rows.length === 0) return files
    const opened = await Promise.all(rows.map((row) => openRow(vault, row, vault.personalSpace.id)))
    files.push(...opened.map(({ file }) => file))
    last = rows.at(-1)
  }
}

export type Page = {
  table: 'file_records' | 'team_files'
  /** Which files, in the words of rest/v1. */
  filter: string
  columns: string
  last: Pick<ListedRow, 'id' | 'created_at'> | undefined
  direction?: Direction
}

/** The address of the page behind `last`. */
export function pageQuery({ table, filter, columns, last, direction = 'older' }: Page): string {
  const [order, beyond] = direction === 'older' ? (['desc', 'lt'] as const) : (['asc', 'gt'] as const)
  const query = `${table}?select=${columns}&${filter}&order=created_at.${order},id.${order}&limit=${PAGE_ROWS}`
  if (!last) return query
  const time = encodeURIComponent(`"${last.created_at}"`)
  // The first condition says nothing new, but an index can begin at it: the second alone is looked up row by row from the top.
  return `${query}&created_at=${beyond}e.${encodeURIComponent(last.created_at)}&or=(created_at.${beyond}.${time},and(created_at.eq.${time},id.${beyond}.${last.id}))`
}

/**
 * Opens the names of a row, of the space whose list it is in. In the personal space only this account can have sealed them, so the server
 * must not go back behind that version any more. In a team space any member can seal a name for any version: there a proved manifest says
 * how far a file has come. A row of another space is damaged, though its names would open: a colleague could have stored it there.
 *
 * @param spaceId of the list, also of the personal one.
 */
export async function openRow(
  vault: OpenVault,
  row: ListedRow,
  spaceId: string,
): Promise<{ file: VaultFile; isDamaged: boolean }> {
  const open = (field: 'name' | 'type', value: string): Promise<string | null> =>
    openListed(vault, { ...row, kind: 'file', field, value }, spaceId)
  const [name, mimeType] = await Promise.all([open('name', row.original_name), open('type', row.mime_type)])
  const isDamaged = name === null || mimeType === null
  const isOwn = row.space_id === vault.personalSpace.id
  if (isOwn && !isDamaged && row.version > (vault.seenVersions.get(row.id) ?? 0)) {
    vault.seenVersions.set(row.id, row.version)
  }
  const file = {
    id: row.id,
    spaceId: spaceId === vault.personalSpace.id ? null : spaceId,
    version: row.version,
    name: name ?? damagedName(row.id),
    mimeType: mimeType ?? 'application/octet-stream',
    ...unsealedFacts(row),
  }
  return { file, isDamaged }
}

/** What a row says without any key. */
export function unsealedFacts(row: ListedRow): Omit<VaultFile, 'id' | 'spaceId' | 'version' | 'name' | 'mimeType'> {
  return {
    sizeBytes: row.file_size,
    folderId: row.folder_id,
    createdAt: row.created_at,
    lastAccessedAt: row.last_accessed,
    isEncrypted: row.is_encrypted,
    isShared: row.is_shared,
    isStarred: row.is_starred,
    trashedAt: row.trashed_at,
  }
}
