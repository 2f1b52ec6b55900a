import { z } from 'zod'
import {
  type FileKey,
  type RecordCipher,
  sealSharedRecord,
  systemRandom,
  toBase64Url,
  utf8,
  wrapFileKey,
} from '#crypto/index.ts'
import type { OpenSpace } from '../session/open-space.ts'

export const metadataShape = z.object({
  name: z.string(),
  type: z.string(),
  size: z.int().nonnegative(),
  /** When the file was changed on the device that it came from, by that device's clock. */
  modified: z.iso.datetime().exactOptional(),
  /** Content that came through a request: which one, and when its sender says. Nobody signed that but who accepted it. */
  received: z
    .object({
      request_id: z.uuid(),
      title: z.string(),
      time: z.string(),
      sender: z.string().exactOptional(),
      /** It came from a device, whose id and name stand in the place of those of the request. */
      device: z.literal(true).exactOptional(),
    })
    .exactOptional(),
})
export type FileMetadata = z.infer<typeof metadataShape>

/** The member of the metadata that keeps a file's own date; none for one that is not known. */
export function modifiedMember(at: number | undefined): Pick<FileMetadata, 'modified'> {
  // What `toISOString` writes with four digits of the year.
  const isDate = at !== undefined && at >= Date.UTC(0, 0) && at < Date.UTC(10_000, 0)
  return isDate ? { modified: new Date(at).toISOString() } : {}
}

/** The columns of a file's key, where another one, or the key of another epoch, has to be written. */
export async function keyColumns(
  row: { space_epoch: number },
  {
    fileId,
    fileKey,
    space,
    isNewKey = false,
  }: { fileId: string; fileKey: FileKey; space: OpenSpace; isNewKey?: boolean },
): Promise<{ encryption_key?: string; space_epoch?: number }> {
  if (!isNewKey && row.space_epoch === space.epoch) return {}
  const context = { fileId, spaceId: space.id, epoch: space.epoch }
  const wrapped = await wrapFileKey({ spaceKey: space.key, fileKey, context, random: systemRandom })
  return { encryption_key: toBase64Url(wrapped), space_epoch: space.epoch }
}

export type SealedMetadata = { name: Uint8Array; type: Uint8Array; metadata: Uint8Array }

/** The three sealed records of a version: name and type for lists, all of it for the manifest. */
export async function sealMetadata(
  records: RecordCipher,
  file: { id: string; version: number },
  metadata: FileMetadata,
): Promise<SealedMetadata> {
  const context = (field: string) => ({ kind: 'file', id: file.id, version: file.version, field })
  const [name, type, all] = await Promise.all([
    records.seal(context('name'), utf8(metadata.name)),
    records.seal(context('type'), utf8(metadata.type)),
    records.seal(context('metadata'), utf8(JSON.stringify(metadata))),
  ])
  return { name, type, metadata: all }
}

/**
 * The columns that people with a grant read: name, type, size and the file's own date under a key that follows from the file's own. Bound to the
 * version, so a new manifest of a shared file comes with these.
 */
export async function sealForPeople(
  file: { id: string; version: number },
  fileKey: FileKey,
  metadata: FileMetadata,
): Promise<{ shared_record: string }> {
  // Through which request a file came is not for others.
  const { received: _, ...shown } = metadata
  const plain = utf8(JSON.stringify(shown))
  const sealed = await sealSharedRecord({
    fileId: file.id,
    version: file.version,
    fileKey,
    plain,
    random: systemRandom,
  })
  return { shared_record: toBase64Url(sealed) }
}
