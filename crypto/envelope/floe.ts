import { LAYOUT, plainBytesOfSegment, sealedSize as sizeOf, segmentCount as countOf } from '#contract/content-layout.ts'
import { type Bytes, concat, readUint, requireLength } from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import {
  type FloeOpener,
  type FloeSealer,
  FLOE_IV_BYTES,
  HEADER_BYTES,
  OVERHEAD_BYTES,
  type SegmentIvs,
  startOpening,
  startSealing,
} from './floe-core.ts'
import { KEY_BYTES } from './keys.ts'
import { draw, type RandomSource } from '../primitives/random.ts'

export type { FloeOpener, FloeSealer, SegmentIvs } from './floe-core.ts'

/** Sizes of the format; `contract/content-layout.ts` has them for code that counts with them and seals nothing. */
export const FLOE = {
  segmentBytes: LAYOUT.segmentBytes,
  headerBytes: HEADER_BYTES,
  ivBytes: FLOE_IV_BYTES,
  overheadBytes: OVERHEAD_BYTES,
  plainBytes: plainBytesOfSegment(),
} as const

const MIN_SEGMENT_BYTES = 4 * 1024
const MAX_SEGMENT_BYTES = 4 * 1024 * 1024
const ROTATION_BITS = 20

/** Number of segments of a plaintext; an empty one has one segment. */
export function segmentCount(plainSize: number, segmentBytes: number = FLOE.segmentBytes): number {
  requireSize(plainSize)
  return countOf(plainSize, segmentBytes)
}

/** Size of the sealed object, header included, in bytes. */
export function sealedSize(plainSize: number, segmentBytes: number = FLOE.segmentBytes): number {
  requireSize(plainSize)
  return sizeOf(plainSize, segmentBytes)
}

/**
 * Starts sealing one message.
 *
 * @param options.key          32 bytes. The same key may seal again (each message has a fresh 32-byte IV).
 * @param options.aad          context that the reader must repeat exactly.
 * @param options.segmentBytes 4 KiB to 4 MiB; only tests differ from 256 KiB.
 * @param options.iv           32 bytes, to continue a message that was begun elsewhere or before (two workers on one
 *                             file, an upload resumed); otherwise drawn.
 * @param options.segmentIvs   gives each segment its IV; otherwise they are drawn.
 * @throws {CryptoError} `bad_argument`
 *
 * Construction: FLOE, c2sp.org/FLOE; key-committing because the header tag is an HMAC under the key.
 */
export async function createSealer(options: {
  key: Uint8Array
  aad: Uint8Array
  random: RandomSource
  segmentBytes?: number
  iv?: Uint8Array
  segmentIvs?: SegmentIvs
}): Promise<FloeSealer> {
  const { key, aad, random, segmentBytes = FLOE.segmentBytes, iv = draw(random, FLOE_IV_BYTES) } = options
  const chosen = options.segmentIvs ? { segmentIvs: options.segmentIvs } : {}
  requireLength('key', key, KEY_BYTES)
  requireLength('message IV', iv, FLOE_IV_BYTES)
  if (!isAllowedSegment(segmentBytes)) throw new CryptoError('bad_argument', 'segment length')
  return startSealing({ key, aad, random, iv, ...chosen, parameters: { segmentBytes, rotationBits: ROTATION_BITS } })
}

/**
 * Starts opening one message.
 *
 * @param options.header       the first 74 bytes of the object.
 * @param options.segmentBytes what the signed manifest says; without it the header's own value, 4 KiB to 4 MiB.
 * @throws {CryptoError} `open_failed` for a wrong key, other context or any changed header byte.
 */
export async function createOpener(options: {
  key: Uint8Array
  aad: Uint8Array
  header: Uint8Array
  segmentBytes?: number
}): Promise<FloeOpener> {
  const { key, aad, header } = options
  requireLength('key', key, KEY_BYTES)
  if (header.length !== HEADER_BYTES) throw new CryptoError('open_failed', 'header')

  const segmentBytes = options.segmentBytes ?? readUint(header, 2, 4)
  if (!isAllowedSegment(segmentBytes)) throw new CryptoError('open_failed', 'segment length')
  return startOpening({ key, aad, header, parameters: { segmentBytes, rotationBits: ROTATION_BITS } })
}

/** Seals a whole buffer: header and segments in one piece. */
export async function sealBytes(options: {
  key: Uint8Array
  aad: Uint8Array
  random: RandomSource
  plain: Uint8Array
  segmentBytes?: number
}): Promise<Bytes> {
  const { plain, segmentBytes = FLOE.segmentBytes } = options
  const sealer = await createSealer(options)
  return concat(sealer.header, ...(await sealAll(sealer, plain, segmentBytes - OVERHEAD_BYTES)))
}

/**
 * Opens a whole buffer. Its length decides which segment is the last, so nothing can be cut off or added.
 *
 * @throws {CryptoError} `open_failed`
 */
export async function openBytes(options: {
  key: Uint8Array
  aad: Uint8Array
  sealed: Uint8Array
  segmentBytes?: number
}): Promise<Bytes> {
  const { sealed } = options
  const opener = await createOpener({ ...options, header: sealed.subarray(0, HEADER_BYTES) })
  return concat(...(await openAll(opener, sealed.subarray(HEADER_BYTES))))
}

/** Internal to this part: all segments of a buffer. */
async function sealAll(sealer: FloeSealer, plain: Uint8Array, plainBytes: number): Promise<Bytes[]> {
  const parts: Bytes[] = []
  const count = Math.max(1, Math.ceil(plain.length / plainBytes))
  for (let i = 0; i < count; i++) {
    const piece = plain.subarray(i * plainBytes, (i + 1) * plainBytes)
    parts.push(...(await sealer.sealSegmentParts(i, i === count - 1, piece)))
  }
  return parts
}

/** Internal to this part: opens all segments of a body (the object without its header). */
export async function openAll(opener: FloeOpener, body: Uint8Array): Promise<Bytes[]> {
  const { segmentBytes } = opener
  const parts: Bytes[] = []
  const count = Math.max(1, Math.ceil(body.length / segmentBytes))
  for (let i = 0; i < count; i++) {
    const segment = body.subarray(i * segmentBytes, (i + 1) * segmentBytes)
    parts.push(await opener.openSegment(i, i === count - 1, segment))
  }
  return parts
}

function isAllowedSegment(segmentBytes: number): boolean {
  return Number.isInteger(segmentBytes) && segmentBytes >= MIN_SEGMENT_BYTES && segmentBytes <= MAX_SEGMENT_BYTES
}

function requireSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new CryptoError('bad_argument', 'size')
}
