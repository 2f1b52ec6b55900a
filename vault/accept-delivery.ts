import { signManifest, systemRandom, toBase64Url, wrapFileKey } from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import type { CheckedDelivery } from './deliveries.ts'
import { sealMetadata } from './file-records.ts'
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
  const { fileId, contentId, headerTag, segmentBytes, size } = delivery
  const { id: spaceId, epoch, key, records } = vault.personalSpace
  const version = 1
  const received = { request_id: delivery.requestId, title: request.title, time: delivery.time }
  const metadata = { name, type: type || 'application/octet-stream', size, received }
  const sealed = await sealMetadata(records, { id: fileId, version }, metadata)
  const wrapped = await wrapFileKey({
    spaceKey: key,
    fileKey,
    context: { fileId, spaceId, epoch },
    random: systemRandom,
  })
  const manifest = {
    fileId,
    folderId,
    spaceId,
    contentId,
    version,
    previous: null,
    headerTag,
    segmentBytes,
    metadata: sealed.metadata,
    time: now.toISOString(),
    policyEpoch: 0,
  }
  const signed = await signManifest(manifest, vault.signer)
  const stored = await api.rest('file_records?select=id', {
    method: 'POST',
    prefer: 'return=representation,resolution=ignore-duplicates',
    body: {
      id: fileId,
      user_id: vault.userId,
      folder_id: folderId,
      file_name: storagePath.split('/').at(-1),
      original_name: toBase64Url(sealed.name),
      file_size: size,
      mime_type: toBase64Url(sealed.type),
      encryption_key: toBase64Url(wrapped),
      storage_path: storagePath,
      is_encrypted: true,
      is_shared: false,
      space_id: spaceId,
      space_epoch: epoch,
      content_id: contentId,
      version,
      manifest: signed.text,
      manifest_signature: toBase64Url(signed.signature),
    },
  })
  return Array.isArray(stored) && stored.length > 0
}
