import { z } from 'zod'
import { segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { contentHashesOf } from '../transfer/content-hashes.ts'
import { readingKeys } from '../transfer/content-keys.ts'
import type { CheckedDelivery } from './deliveries.ts'
import type { FileMetadata } from '../files/file-columns.ts'
import { newRecord } from '../files/new-record.ts'
import { openContent } from '../transfer/open-content.ts'
import { createRangeReader } from '../transfer/open-range.ts'
import type { OpenVault } from '../session/open-vault.ts'
import type { ContentHashes } from '../transfer/segment-leaves.ts'

/** A delivery whose every piece fits together, wherever it came from. */
export type Acceptable = Pick<CheckedDelivery, 'delivery' | 'fileKey' | 'type' | 'storagePath'> & {
  /** What is sealed with the file about where it came from. */
  received: NonNullable<FileMetadata['received']>
  /** Where the hashes of its segments are read, which would make a list of deliveries long. */
  table: 'request_deliveries' | 'device_deliveries'
}

const hashesRow = z.object({ segment_hashes: z.string().nullable() })

/**
 * Makes a checked delivery a file of this vault: its key under the space's, its name sealed again, its manifest signed by this account,
 * with the mark of where it came from inside. The server removes the delivery in the same transaction. What is signed was opened
 * before: header, hashes and last segment, or all of it where its sender stated no root.
 *
 * @param options.name     free in its folder.
 * @param options.folderId null for the top of the vault.
 * @returns false when a file of this id is there already: an answer was lost, or the server shows a delivery again.
 * @throws {VaultError} `file_damaged` when the content does not open
 */
export async function acceptDelivery(
  api: VaultApi,
  vault: OpenVault,
  options: { checked: Acceptable; name: string; folderId: string | null; now: Date },
): Promise<boolean> {
  const { checked, name, folderId, now } = options
  const { delivery, fileKey, type, received, storagePath } = checked
  const { fileId, contentId, headerTag, segmentBytes, size } = delivery
  const hashes = await openDelivered(api, checked)
  const metadata = { name, type: type || 'application/octet-stream', size, received }
  const file = { fileId, folderId, contentId, headerTag, segmentBytes, storagePath, metadata, fileKey, hashes }
  const stored = await api.rest('file_records?select=id', {
    method: 'POST',
    prefer: 'return=representation,resolution=ignore-duplicates',
    body: await newRecord(vault, file, { space: vault.personalSpace, now }),
  })
  return Array.isArray(stored) && stored.length > 0
}

/** Apart from the list of deliveries, which would be long with them. */
async function fetchHashes(api: VaultApi, table: Acceptable['table'], fileId: string): Promise<string | null> {
  const query = `${table}?select=segment_hashes&id=eq.${fileId}`
  const [row] = z.array(hashesRow).parse(await api.rest(query))
  return row?.segment_hashes ?? null
}

async function openDelivered(
  api: VaultApi,
  { delivery, fileKey, storagePath, table }: Acceptable,
): Promise<ContentHashes> {
  const { contentRoot, size, segmentBytes } = delivery
  const isLarge = segmentCount(size, segmentBytes) > 1
  const row = {
    storage_path: storagePath,
    segment_hashes: isLarge ? await fetchHashes(api, table, delivery.fileId) : null,
  }
  const proved = { row, manifest: delivery, metadata: { size }, fileKey }
  if (!contentRoot) return contentHashesOf(api, proved)
  const keys = readingKeys(proved)
  const { signal } = new AbortController()
  if (size > 0) await createRangeReader(api, keys).read(size - 1, size, signal)
  else await openContent(api, keys, signal).next()
  return { contentRoot, segmentHashes: row.segment_hashes }
}
