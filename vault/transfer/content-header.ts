import {
  CryptoError,
  type FloeOpener,
  LEAF_BYTES,
  contentAad,
  contentRoot,
  createOpener,
  equalBytes,
  leafOfSegment,
  segmentCount,
} from '#crypto/index.ts'
import type { ContentKeys } from './content-keys.ts'

/** Hears the leaf of each segment that was opened. */
export type LeafListener = (index: number, leaf: Uint8Array) => void

/**
 * Opens the header of a file's object: the header tag must be the one in the signed manifest, and so must the root over the hashes of
 * its segments. Each segment is then compared with its hash before it is opened: who was given the file's key can seal other
 * segments, but none with these hashes.
 * @throws {CryptoError} `open_failed`
 */
export async function openContentHeader(
  keys: ContentKeys,
  header: Uint8Array,
  onLeaf?: LeafListener,
): Promise<FloeOpener> {
  if (keys.headerTag && !equalBytes(header.subarray(-keys.headerTag.length), keys.headerTag)) {
    throw new CryptoError('open_failed', 'header')
  }
  const leaves = await provedLeaves(keys)
  const { fileKey: key, contentId, segmentBytes } = keys
  const opener = await createOpener({ key, aad: contentAad(contentId), header, segmentBytes })
  if (!leaves && !onLeaf) return opener
  return {
    segmentBytes: opener.segmentBytes,
    openSegment: async (index, last, segment) => {
      const leaf = await leafOfSegment(index, segment)
      const signed = leaves?.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES)
      if (signed && !equalBytes(leaf, signed)) throw new CryptoError('open_failed', 'segment hash')
      const plain = await opener.openSegment(index, last, segment)
      onLeaf?.(index, leaf)
      return plain
    },
  }
}

/** The leaves that lead to the signed root; undefined of content that was signed without one. @throws {CryptoError} `open_failed` */
async function provedLeaves(keys: ContentKeys): Promise<Uint8Array | undefined> {
  const { contentRoot: signed, segmentHashes, sizeBytes, segmentBytes } = keys
  if (!signed) return undefined
  const count = segmentCount(sizeBytes, segmentBytes)
  if (count === 1) return signed
  const isWhole = segmentHashes?.length === count * LEAF_BYTES
  if (!isWhole || !equalBytes(await contentRoot(segmentHashes), signed)) {
    throw new CryptoError('open_failed', 'segment hashes')
  }
  return segmentHashes
}
