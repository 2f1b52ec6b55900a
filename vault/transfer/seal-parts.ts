import { SEGMENTS_PER_PART } from '#contract/content-layout.ts'
import {
  FLOE,
  type FloeSealer,
  contentAad,
  createSealer,
  segmentCount,
  segmentIvs,
  segmentLeaf,
  systemRandom,
} from '#crypto/index.ts'
import type { ContentKeys } from './content-keys.ts'
import { createGcPressure } from './gc-pressure.ts'
import { readPieces } from './read-source.ts'
import type { Run } from './part-runs.ts'
import { LeafList, type SegmentLeaves } from './segment-leaves.ts'

/** Enough that the cipher never waits for the reader. */
const SEAL_DEPTH = 4

/** Sealed bytes in pieces that a `Blob` or a stream takes as they are, and the segment's leaf of the content root. */
export type SealedSegment = {
  index: number
  pieces: Uint8Array<ArrayBuffer>[]
  plainBytes: number
  leaf: Uint8Array
}

/**
 * Seals the same plaintext to the same bytes, however often: a part that is sent again after a lost answer is the part that the
 * server may have stored already, and the content root holds for both.
 */
export async function createContentSealer(
  keys: Pick<ContentKeys, 'contentId' | 'fileKey' | 'iv'>,
): Promise<FloeSealer> {
  const { contentId, fileKey, iv } = keys
  if (!iv) throw new TypeError('a message IV is needed to seal')
  const ivs = await segmentIvs({ contentId, fileKey, iv })
  return createSealer({ key: fileKey, aad: contentAad(contentId), random: systemRandom, iv, segmentIvs: ivs })
}

/** The leaves of parts that the server has already: they are sealed as they were, and nothing is sent. */
export async function leavesOfParts(
  sealer: FloeSealer,
  { source, run, signal }: { source: Blob; run: Run; signal: AbortSignal },
): Promise<SegmentLeaves> {
  const list = new LeafList(source.size, run)
  for await (const { index, leaf } of sealParts(sealer, source, run.first, run.last)) {
    signal.throwIfAborted()
    list.put(index, leaf)
  }
  return list.read()
}

/**
 * Reads and seals the segments of parts `first` to `last` (included), in order, a few in flight. Segment 0 is preceded by the
 * file's header.
 */
export async function* sealParts(
  sealer: FloeSealer,
  source: Blob,
  first: number,
  last: number,
): AsyncGenerator<SealedSegment> {
  const segments = segmentCount(source.size)
  const from = first * SEGMENTS_PER_PART
  const until = Math.min(segments, (last + 1) * SEGMENTS_PER_PART)
  const end = Math.min(source.size, until * FLOE.plainBytes)
  const inFlight: Promise<SealedSegment>[] = []
  let index = from
  const pressGc = createGcPressure()

  const seal = (piece: Uint8Array): void => {
    inFlight.push(sealOne(sealer, index, index === segments - 1, piece))
    index += 1
  }
  if (source.size === 0) seal(new Uint8Array())
  // One more than segments in flight: the sealer reads a piece until its segment is done.
  const pieces = { pieceBytes: FLOE.plainBytes, buffers: SEAL_DEPTH + 1 }
  for await (const piece of readPieces(source, from * FLOE.plainBytes, end, pieces)) {
    seal(piece)
    pressGc(piece.length)
    const ready = inFlight.length >= SEAL_DEPTH ? inFlight.shift() : undefined
    if (ready) yield await ready
  }
  for (const ready of inFlight) yield await ready
}

async function sealOne(sealer: FloeSealer, index: number, isLast: boolean, piece: Uint8Array): Promise<SealedSegment> {
  const plainBytes = piece.length
  const [prefix, ciphertext] = await sealer.sealSegmentParts(index, isLast, piece)
  const leaf = await segmentLeaf(index, prefix, ciphertext)
  const pieces = index === 0 ? [sealer.header, prefix, ciphertext] : [prefix, ciphertext]
  return { index, plainBytes, pieces, leaf }
}
