import type { VaultApi } from './api.ts'
import type { CheckedDelivery } from './deliveries.ts'
import { newRecord } from './new-record.ts'
import type { OpenVault } from './open-vault.ts'

/**
 * Makes a checked delivery a file of this vault: its key under the space's, its name sealed anew, its manifest signed by this account,
 * with the mark of where it came from inside. The server removes the delivery in the same transaction.
 *
 * @param options.name     free in its folder.
 * @param options.folderId null for the top of the vault.
 * @returns false when a file of this id is there already: an answer was lost, or the server shows a delivery again.
 */
export async function acceptDelivery(
  api: VaultApi,
  vault: OpenVault,
  options: { checked: CheckedDelivery; name: string; folderId: string | null; now: Date },
): Promise<boolean> {
  const { checked, name, folderId, now } = options
  const { delivery, fileKey, type, request, storagePath } = checked
  const { fileId, contentId, headerTag, segmentBytes, size, requestId, time } = delivery
  const received = { request_id: requestId, title: request.title, time }
  const metadata = { name, type: type || 'application/octet-stream', size, received }
  const file = { fileId, folderId, contentId, headerTag, segmentBytes, storagePath, metadata, fileKey }
  const stored = await api.rest('file_records?select=id', {
    method: 'POST',
    prefer: 'return=representation,resolution=ignore-duplicates',
    body: await newRecord(vault, file, { space: vault.personalSpace, now }),
  })
  return Array.isArray(stored) && stored.length > 0
}
