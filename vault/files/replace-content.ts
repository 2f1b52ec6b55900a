import { type FileKey, type Manifest, equalBytes, manifestHash, signManifest, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { keyColumns, sealForPeople, sealMetadata } from './file-columns.ts'
import { type ProvedFile, proveShown } from './file-records.ts'
import type { InSpace, Shown } from './shown.ts'
import { tablesForSpace, withNewestKey } from '../folders/space-scope.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import type { ContentHashes } from '../transfer/segment-leaves.ts'
import { VaultError } from '../session/vault-error.ts'
import { noteVersion } from '../session/version-memory.ts'

/** Content that is durable on the server. */
export type OtherContent = Pick<Manifest, 'contentId' | 'headerTag' | 'segmentBytes'> & {
  storagePath: string
  type: string
  sizeBytes: number
  /** The content's own date, as metadata have it. */
  modified?: string
  /** What it is sealed with: the file's own key where somebody has a grant of it, otherwise one of its own. */
  fileKey: FileKey
  hashes: ContentHashes
}

/**
 * Gives a file other content: the next version of its manifest, pointing back at the one it replaces. The server keeps what
 * was there as a version. Repeating it after a lost answer changes nothing.
 * @param file in the space that its content was sealed for, or as it was shown.
 * @returns the file as it was proved before.
 * @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown`
 */
export async function replaceContent(
  api: VaultApi,
  vault: OpenVault,
  file: Shown | InSpace,
  content: OtherContent,
): Promise<ProvedFile> {
  const proved = await proveShown(api, vault, file)
  if (proved.manifest.contentId === content.contentId) return proved
  const write = (space: OpenSpace): Promise<void> => writeContent(api, vault, { proved, content, space })
  await withNewestKey(api, vault, { spaceId: proved.row.space_id, write })
  return proved
}

async function writeContent(
  api: VaultApi,
  vault: OpenVault,
  { proved, content, space }: { proved: ProvedFile; content: OtherContent; space: OpenSpace },
): Promise<void> {
  const { row, manifest, signed, metadata: before } = proved
  const { id: fileId } = row
  const { contentId, headerTag, segmentBytes, storagePath, type, sizeBytes, fileKey, hashes } = content
  const version = manifest.version + 1
  const { modified } = content
  const metadata = { name: before.name, type, size: sizeBytes, ...(modified === undefined ? {} : { modified }) }
  const sealed = await sealMetadata(space.records, { id: fileId, version }, metadata)
  const time = new Date().toISOString()
  const link = { version, previous: await manifestHash(signed), metadata: sealed.metadata, time }
  const fixed = { contentId, headerTag, segmentBytes, contentRoot: hashes.contentRoot, roster: space.rosterHash }
  const next = await signManifest({ ...manifest, ...fixed, ...link }, vault.signer)
  const isNewKey = !equalBytes(fileKey, proved.fileKey)
  const { files } = tablesForSpace(vault, space.id)
  const changed = await api.rest(`${files}?id=eq.${fileId}&version=eq.${manifest.version}&select=id`, {
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
      segment_hashes: hashes.segmentHashes,
      updated_at: time,
      // Of one's own: what somebody did last with a file of a space concerns nobody else's order.
      ...(space.rosterHash === null ? { last_accessed: time } : {}),
      ...(await keyColumns(row, { fileId, fileKey, space, isNewKey })),
      ...(row.shared_record === null ? {} : await sealForPeople({ id: fileId, version }, fileKey, metadata)),
    },
  })
  if (!Array.isArray(changed) || changed.length === 0) {
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  }
  noteVersion(vault, fileId, version)
}
