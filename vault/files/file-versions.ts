import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type Manifest,
  fromBase64Url,
  fromUtf8,
  unwrapFileKey,
  verifyManifest,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type ContentKeys, readingKeys } from '../transfer/content-keys.ts'
import { contentHashesOf } from '../transfer/content-hashes.ts'
import { damaged, VaultError } from '../session/vault-error.ts'
import { type FileMetadata, metadataShape } from './file-columns.ts'
import { authorOf, requireRoster } from './file-records.ts'
import { readingSpace } from '../folders/space-scope.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type InSpace, notAsShown, requireShown } from './shown.ts'
import { replaceContent } from './replace-content.ts'
import { unseenRows } from '../session/unseen-rows.ts'

/** What a file was before its content was replaced. */
export type FileVersion = {
  id: string
  /** The file in whose list it is, and the team space of that; null is the personal space. */
  file: InSpace
  /** Of the manifest that described it last. */
  version: number
  contentId: string
  sizeBytes: number
  /** What it was called, and its type; of one that is damaged neither is known. */
  name: string
  mimeType: string
  /** ISO 8601. */
  replacedAt: string
  /** Its signature or its name does not hold; it can only be deleted. */
  isDamaged: boolean
}

/** A version as the list of a file showed it: what is put back, fetched or deleted is this content of this file at this number. */
export type ShownVersion = Pick<FileVersion, 'id' | 'file' | 'version' | 'contentId' | 'isDamaged'>

const versionRow = z.object({
  id: z.uuid(),
  file_id: z.uuid(),
  version: z.int(),
  file_size: z.number(),
  encryption_key: z.string(),
  space_id: z.uuid(),
  space_epoch: z.int(),
  content_id: z.uuid(),
  storage_path: z.string(),
  manifest: z.string(),
  manifest_signature: z.string(),
  replaced_at: z.string(),
})
type VersionRow = z.infer<typeof versionRow>
const LISTED = Object.keys(versionRow.shape).join(',')
/** With the hashes of its segments, which a list does without. */
const openedRow = versionRow.extend({ segment_hashes: z.string().nullable() })
const OPENED = Object.keys(openedRow.shape).join(',')

type Proof = { manifest: Manifest; metadata: FileMetadata; fileKey: FileKey }
type ProvedVersion = Proof & { row: z.infer<typeof openedRow> }

/** Every version of a file that is kept, newest first, each with its signature checked; one of another file or space is damaged. */
export async function listVersions(
  api: VaultApi,
  vault: OpenVault,
  { id: fileId, spaceId }: InSpace,
): Promise<FileVersion[]> {
  const query = `reachable_versions?select=${LISTED}&file_id=eq.${fileId}&order=replaced_at.desc,version.desc`
  const file = { id: fileId, spaceId }
  const rows = z.array(versionRow).parse(await api.rest(query))
  return Promise.all(
    rows.map(async (row) => {
      const { id, version, content_id: contentId, file_size: sizeBytes, replaced_at: replacedAt } = row
      const shown = { id, file, version, contentId }
      const metadata = await readMetadata(api, vault, { row, shown })
      const { name, type: mimeType } = metadata ?? { name: '', type: '' }
      return { ...shown, sizeBytes, name, mimeType, replacedAt, isDamaged: metadata === null }
    }),
  )
}

/** A version in the trash, whose signature holds. */
export type DeletedVersion = FileVersion & {
  /** ISO 8601. */
  deletedAt: string
}

const deletedRow = versionRow.extend({ trashed_at: z.string() })
const DELETED = Object.keys(deletedRow.shape).join(',')
/** Each has its signed manifest with it, some kilobytes. */
const PAGE_ROWS = 200

/**
 * Versions that were deleted since a moment and can be put back, deleted last first; `refused` counts those that do not hold, or are of another
 * file or space than the server says.
 * @param where.ids of files; null is all of the space.
 */
export async function listDeletedVersions(
  api: VaultApi,
  vault: OpenVault,
  { since, spaceId, ids }: { since: Date; spaceId: string | null; ids: readonly string[] | null },
): Promise<{ offered: DeletedVersion[]; refused: number }> {
  const space = spaceId === null ? 'team_space_id=is.null' : `team_space_id=eq.${spaceId}`
  const some = ids === null ? '' : `&file_id=in.(${ids.join(',')})`
  const filter = `${space}${some}&trashed_at=gte.${encodeURIComponent(since.toISOString())}`
  const unseen = unseenRows(({ id }: z.infer<typeof deletedRow>) => id)
  const [offered, tally]: [DeletedVersion[], { refused: number }] = [[], { refused: 0 }]
  for (let last = ''; ;) {
    const query = `trashed_versions?select=${DELETED}&${filter}&order=id&limit=${PAGE_ROWS}${last && `&id=gt.${last}`}`
    const rows = unseen(z.array(deletedRow).parse(await api.rest(query)))
    if (rows.length === 0) break
    for (const row of rows) {
      const { id, version, content_id: contentId, file_size: sizeBytes, replaced_at: replacedAt } = row
      const shown = { id, file: { id: row.file_id, spaceId }, version, contentId }
      const metadata = await readMetadata(api, vault, { row, shown })
      const { trashed_at: deletedAt } = row
      if (metadata === null) tally.refused += 1
      else
        offered.push({
          ...shown,
          sizeBytes,
          name: metadata.name,
          mimeType: metadata.type,
          replacedAt,
          deletedAt,
          isDamaged: false,
        })
    }
    last = rows.at(-1)?.id ?? last
  }
  offered.sort((one, other) => other.deletedAt.localeCompare(one.deletedAt))
  return { offered, ...tally }
}

/** Puts the deleted versions of a file back in its list. @returns how many */
export async function putBackVersions(api: VaultApi, fileId: string): Promise<number> {
  return z.int().parse(await api.rest('rpc/put_back_versions', { method: 'POST', body: { file: fileId } }))
}

/** Null when something about the version does not hold. */
async function readMetadata(
  api: VaultApi,
  vault: OpenVault,
  listed: { row: VersionRow; shown: Wanted },
): Promise<FileMetadata | null> {
  try {
    return (await prove(api, vault, listed)).metadata
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}

/**
 * What the transfer needs to read a version, and what to call it.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`
 */
export async function openVersion(
  api: VaultApi,
  vault: OpenVault,
  shown: ShownVersion,
): Promise<{ metadata: FileMetadata; keys: ContentKeys }> {
  const version = await fetchVersion(api, vault, shown)
  return { metadata: version.metadata, keys: readingKeys(version) }
}

/**
 * Makes a version the file's content again, as its next signed version; what it replaces is kept in turn.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`: nothing is signed then
 */
export async function restoreVersion(api: VaultApi, vault: OpenVault, shown: ShownVersion): Promise<void> {
  const version = await fetchVersion(api, vault, shown)
  const { row, manifest, metadata, fileKey } = version
  const { contentId, headerTag, segmentBytes } = manifest
  const hashes = await contentHashesOf(api, version)
  const content = { contentId, headerTag, segmentBytes, storagePath: row.storage_path, fileKey, hashes }
  const { type, size: sizeBytes, modified } = metadata
  const own = modified === undefined ? {} : { modified }
  await replaceContent(api, vault, shown.file, { ...content, type, sizeBytes, ...own })
}

/**
 * Moves a version to the trash, from which it comes back for a while. One that was shown as damaged cannot be compared with anything.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`
 */
export async function deleteVersion(api: VaultApi, vault: OpenVault, shown: ShownVersion): Promise<void> {
  if (!shown.isDamaged) await fetchVersion(api, vault, shown)
  const { id } = shown
  const query = `file_versions?id=eq.${id}&select=id`
  const gone = await api.rest(query, { method: 'DELETE', prefer: 'return=representation' })
  if (Array.isArray(gone) && gone.length > 0) return
  await api.rest('rpc/delete_team_version', { method: 'POST', body: { version: id } })
}

async function fetchVersion(api: VaultApi, vault: OpenVault, shown: ShownVersion): Promise<ProvedVersion> {
  const { id } = shown
  const [row] = z.array(openedRow).parse(await api.rest(`reachable_versions?select=${OPENED}&id=eq.${id}`))
  if (!row) throw new VaultError('not_found', 'This version is no longer here.')
  return { ...(await prove(api, vault, { row, shown })), row }
}

type Wanted = Omit<ShownVersion, 'isDamaged'>

/** The server's row says nothing about which version it is: file, number and content are those that were shown, or it is refused. */
async function prove(
  api: VaultApi,
  vault: OpenVault,
  { row, shown }: { row: VersionRow; shown: Wanted },
): Promise<Proof> {
  const { file_id: fileId, space_id: spaceId } = row
  if (row.id !== shown.id || fileId !== shown.file.id) throw notAsShown()
  try {
    const space = await readingSpace(api, vault, row)
    const signed = { text: row.manifest, signature: fromBase64Url(row.manifest_signature) }
    const { keys: author } = await authorOf(api, vault, { row, signed })
    const expected = { fileId, spaceId, minimumVersion: row.version }
    const manifest = await verifyManifest({ signed, author, expected })
    requireRoster(space, manifest)
    const context = { kind: 'file', id: fileId, version: manifest.version, field: 'metadata' }
    const metadata = metadataShape.parse(JSON.parse(fromUtf8(await space.records.open(context, manifest.metadata))))
    const isSame =
      manifest.contentId === row.content_id && manifest.version === row.version && metadata.size === row.file_size
    if (!isSame) throw new CryptoError('verify_failed', 'version')
    requireShown(vault, shown.file, { manifest, metadata })
    if (manifest.version !== shown.version || manifest.contentId !== shown.contentId) throw notAsShown()
    const wrapped = fromBase64Url(row.encryption_key)
    const keyContext = { fileId, spaceId: space.id, epoch: space.epoch }
    const fileKey = await unwrapFileKey({ spaceKey: space.key, wrapped, context: keyContext })
    return { manifest, metadata, fileKey }
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw damaged(cause)
    throw cause
  }
}
