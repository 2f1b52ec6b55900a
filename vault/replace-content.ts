import { type Manifest, manifestHash, signManifest, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { type ProvedFile, proveFile, sealForPeople, sealMetadata } from './file-records.ts'
import type { OpenVault } from './open-vault.ts'
import { VaultError } from './vault-error.ts'

/** Content that is durable on the server, sealed with the file's own key. */
export type OtherContent = Pick<Manifest, 'contentId' | 'headerTag' | 'segmentBytes'> & {
  storagePath: string
  type: string
  sizeBytes: number
}

/**
 * Gives a file other content: the next version of its manifest, pointing back at the one it replaces. The server keeps what
 * was there as a version. Repeating it after a lost answer changes nothing.
 * @returns the file as it was proved before.
 * @throws {VaultError} `not_found` | `file_damaged`
 */
export async function replaceContent(
  api: VaultApi,
  vault: OpenVault,
  fileId: string,
  content: OtherContent,
): Promise<ProvedFile> {
  const proved = await proveFile(api, vault, fileId)
  const { row, manifest, signed, metadata: before, fileKey } = proved
  const { contentId, headerTag, segmentBytes, storagePath, type, sizeBytes } = content
  if (manifest.contentId === contentId) return proved
  const version = manifest.version + 1
  const metadata = { name: before.name, type, size: sizeBytes }
  const sealed = await sealMetadata(
    vault.space(row.space_id, row.space_epoch).records,
    { id: fileId, version },
    metadata,
  )
  const time = new Date().toISOString()
  const link = { version, previous: await manifestHash(signed), metadata: sealed.metadata, time }
  const next = await signManifest({ ...manifest, contentId, headerTag, segmentBytes, ...link }, vault.signer)
  const changed = await api.rest(`file_records?id=eq.${fileId}&version=eq.${manifest.version}&select=id`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: {
      content_id: contentId,
      storage_path: storagePath,
      file_name: storagePath.split('/').at(-1),
      file_size: sizeBytes,
      original_name: toBase64Url(sealed.name),
      mime_type: toBase64Url(sealed.type),
      version,
      manifest: next.text,
      manifest_signature: toBase64Url(next.signature),
      updated_at: time,
      ...(row.shared_record === null ? {} : await sealForPeople({ id: fileId, version }, fileKey, metadata)),
    },
  })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  }
  vault.seenVersions.set(fileId, version)
  return proved
}
