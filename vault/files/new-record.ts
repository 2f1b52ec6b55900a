import {
  type FileKey,
  type Manifest,
  draw,
  signManifest,
  systemRandom,
  toBase64Url,
  toHex,
  wrapFileKey,
} from '#crypto/index.ts'
import { type FileMetadata, sealMetadata } from './file-columns.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import type { ContentHashes } from '../transfer/segment-leaves.ts'

/** A file whose content is durable on the server and that has no record yet. */
export type NewFile = Pick<Manifest, 'fileId' | 'folderId' | 'contentId' | 'headerTag' | 'segmentBytes'> & {
  storagePath: string
  metadata: FileMetadata
  fileKey: FileKey
  hashes: ContentHashes
}

/** Where an object goes: neither name nor extension, which would tell the server what it is. */
export function newStoragePath(vault: OpenVault, now: Date): string {
  return `${vault.userId}/${now.getTime()}-${toHex(draw(systemRandom, 12))}.qs1`
}

/** The row of a new file: its key wrapped for `space`, its first manifest signed by this account. */
export async function newRecord(
  vault: OpenVault,
  file: NewFile,
  { space, now }: { space: OpenSpace; now: Date },
): Promise<Record<string, unknown>> {
  const { fileId, folderId, contentId, headerTag, segmentBytes, storagePath, metadata, fileKey, hashes } = file
  const { id: spaceId, epoch } = space
  const version = 1
  const sealed = await sealMetadata(space.records, { id: fileId, version }, metadata)
  const context = { fileId, spaceId, epoch }
  const wrapped = await wrapFileKey({ spaceKey: space.key, fileKey, context, random: systemRandom })
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
    contentRoot: hashes.contentRoot,
    roster: space.rosterHash,
  }
  const signed = await signManifest(manifest, vault.signer)
  const isPersonal = spaceId === vault.personalSpace.id
  return {
    id: fileId,
    // Of a team space the server says itself who stored something.
    ...(isPersonal ? { user_id: vault.userId, is_shared: false } : {}),
    folder_id: folderId,
    file_name: storagePath.split('/').at(-1),
    original_name: toBase64Url(sealed.name),
    file_size: metadata.size,
    mime_type: toBase64Url(sealed.type),
    encryption_key: toBase64Url(wrapped),
    storage_path: storagePath,
    is_encrypted: true,
    space_id: spaceId,
    space_epoch: epoch,
    content_id: contentId,
    version,
    manifest: signed.text,
    manifest_signature: toBase64Url(signed.signature),
    segment_hashes: hashes.segmentHashes,
  }
}
