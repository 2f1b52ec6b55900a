import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import { FLOE } from './floe.ts'
import { SEGMENT_PREFIX_BYTES } from './floe-core.ts'
import { digest } from '../primitives/symmetric.ts'

/** Length of a leaf and of a root, in bytes. */
export const LEAF_BYTES = 32

const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

/**
 * The leaf of one sealed segment, in the two pieces in which `sealSegmentParts` gives it, so that nothing is copied. 32 bytes.
 *
 * SHA-256(00 ‖ u64(index) ‖ prefix ‖ SHA-256(ciphertext ‖ tag))
 *
 * @throws {CryptoError} `bad_argument`
 */
export async function segmentLeaf(index: number, prefix: Uint8Array, ciphertext: Uint8Array): Promise<Bytes> {
  requireLength('segment prefix', prefix, SEGMENT_PREFIX_BYTES)
  // The platform copies the ciphertext before this line is over; the prefix is copied here.
  const head = concat(LEAF, uint(index, 8), prefix)
  return digest('SHA-256', concat(head, await digest('SHA-256', ciphertext)))
}

/** `segmentLeaf` of a segment in one piece. @throws {CryptoError} `bad_argument` when it is too short to be one. */
export function leafOfSegment(index: number, segment: Uint8Array): Promise<Bytes> {
  if (segment.length < FLOE.overheadBytes) return Promise.reject(new CryptoError('bad_argument', 'segment length'))
  return segmentLeaf(index, segment.subarray(0, SEGMENT_PREFIX_BYTES), segment.subarray(SEGMENT_PREFIX_BYTES))
}

/**
 * The root over the leaves of all segments, in order: what a manifest signs, so that nobody can exchange a byte who was given the
 * file's key. The tree has the shape of RFC 6962 §2.1; a single leaf is its own root.
 *
 * Node: SHA-256(01 ‖ left ‖ right), split at the largest power of two below the number of leaves.
 *
 * @param leaves 32 bytes each, one behind the other; at least one.
 * @throws {CryptoError} `bad_argument`
 */
export async function contentRoot(leaves: Uint8Array): Promise<Bytes> {
  if (leaves.length === 0 || leaves.length % LEAF_BYTES !== 0) throw new CryptoError('bad_argument', 'leaves')
  // Pairing neighbours and carrying the odd one up gives the same tree as splitting from above.
  let level: Uint8Array = leaves
  while (level.length > LEAF_BYTES) level = await levelAbove(level)
  return new Uint8Array(level)
}

async function levelAbove(level: Uint8Array): Promise<Uint8Array> {
  const pairBytes = 2 * LEAF_BYTES
  const pairs = Math.floor(level.length / pairBytes)
  const nodes = Array.from({ length: pairs }, (_, at) =>
    digest('SHA-256', concat(NODE, level.subarray(at * pairBytes, (at + 1) * pairBytes))),
  )
  return concat(...(await Promise.all(nodes)), level.subarray(pairs * pairBytes))
}
