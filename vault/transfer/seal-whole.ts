import { partCount } from '#contract/content-layout.ts'
import type { ContentKeys } from './content-keys.ts'
import { createContentSealer, sealParts } from './seal-parts.ts'
import { type ContentHashes, hashesOf, LeafList } from './segment-leaves.ts'
import { FLOE } from '#crypto/index.ts'

export type SealedWhole = { content: Blob; headerTag: Uint8Array; hashes: ContentHashes }

/** Seals a file as one piece: for what is small enough to be sent in one request. */
export async function sealWhole(
  keys: Pick<ContentKeys, 'contentId' | 'fileKey' | 'iv'>,
  source: Blob,
): Promise<SealedWhole> {
  const sealer = await createContentSealer(keys)
  const last = partCount(source.size) - 1
  const leaves = new LeafList(source.size, { first: 0, last })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const segment of sealParts(sealer, source, 0, last)) {
    leaves.put(segment.index, segment.leaf)
    pieces.push(...segment.pieces)
  }
  const { leaves: all } = leaves.read()
  const hashes = await hashesOf({ sizeBytes: source.size, segmentBytes: FLOE.segmentBytes }, all)
  return { content: new Blob(pieces), headerTag: sealer.headerTag, hashes }
}
