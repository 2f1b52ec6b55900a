import { FLOE, concat, contentAad, createSealer, leafOfSegment, systemRandom, toBase64Url } from '#crypto/index.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'

/**
 * What somebody who was given a file's key can make of it together with the server: other content of the same length, under the same
 * header, every segment right in itself.
 */
export async function forgeContent(
  { fileKey, contentId }: Pick<ContentKeys, 'fileKey' | 'contentId'>,
  honest: Buffer,
  plain: Uint8Array,
): Promise<{ sealed: Buffer; segmentHashes: string }> {
  const iv = new Uint8Array(honest.subarray(10, 42))
  const sealer = await createSealer({ key: fileKey, aad: contentAad(contentId), random: systemRandom, iv })
  const count = Math.max(1, Math.ceil(plain.length / FLOE.plainBytes))
  const segments = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      sealer.sealSegment(at, at === count - 1, plain.subarray(at * FLOE.plainBytes, (at + 1) * FLOE.plainBytes)),
    ),
  )
  const leaves = await Promise.all(segments.map((segment, at) => leafOfSegment(at, segment)))
  const sealed = Buffer.from(concat(sealer.header, ...segments))
  if (sealed.length !== honest.length || !sealed.subarray(0, 74).equals(honest.subarray(0, 74))) {
    throw new Error('the forgery has another length or header: it proves nothing')
  }
  return { sealed, segmentHashes: toBase64Url(concat(...leaves)) }
}
