import { type Bytes, concat, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { FLOE, segmentCount, sealedSize } from './floe.ts'

/**
 * Associated data of a content object: it fixes which object a blob is, so that the server cannot exchange two blobs
 * that were sealed under the same key.
 *
 * @param contentId UUID text of 16 random bytes, new for every sealing.
 */
export function contentAad(contentId: string): Bytes {
  return concat(utf8('qs1/content'), uint(0, 1), uuidBytes(contentId))
}

/** Where a range of the plaintext lies in the sealed object. */
export type SegmentRange = {
  readonly firstSegment: number
  readonly lastSegment: number
  /** First byte to fetch. */
  readonly objectStart: number
  /** One past the last byte to fetch (an HTTP Range ends at `objectEnd - 1`). */
  readonly objectEnd: number
}

/**
 * Segments that hold the plaintext bytes from `start` to before `end`.
 *
 * @param plainSize size of the file in bytes, from its signed manifest.
 * @param start     0 to `end`.
 * @param end       at most `plainSize`. An empty range at the end of a file names its last segment.
 * @throws {CryptoError} `bad_argument`
 */
export function segmentsForRange(plainSize: number, start: number, end: number): SegmentRange {
  const isRange = [start, end].every((value) => Number.isSafeInteger(value)) && 0 <= start && start <= end
  if (!isRange || end > plainSize) throw new CryptoError('bad_argument', 'range')

  const count = segmentCount(plainSize)
  const firstSegment = Math.min(Math.floor(start / FLOE.plainBytes), count - 1)
  const lastSegment = Math.max(firstSegment, Math.ceil(end / FLOE.plainBytes) - 1)
  return {
    firstSegment,
    lastSegment,
    objectStart: FLOE.headerBytes + firstSegment * FLOE.segmentBytes,
    objectEnd: Math.min(FLOE.headerBytes + (lastSegment + 1) * FLOE.segmentBytes, sealedSize(plainSize)),
  }
}
