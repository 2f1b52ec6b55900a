import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES, nodeHash } from './hash.ts'
import { hashesOf, type NodeReader, type Range, split } from './node.ts'
import type { TreeHead } from './verify-proof.ts'

const MAX_PROOF_HASHES = 63

/** Whether a range can be a subtree: it begins at a multiple of the power of two that it fits into. */
export function isSubtree({ start, end }: Range): boolean {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || start >= end) return false
  let width = 1
  while (width < end - start) width *= 2
  return start % width === 0
}

/**
 * The hashes that show that a tree of `size` holds the entries of a range, for `holdsSubtree`.
 *
 * @throws {LedgerError} `malformed` for a range that is no subtree of it.
 * @see draft-ietf-plants-merkle-tree-certs-02 §4.4.1
 */
export async function proveSubtree(range: Range, size: number, read: NodeReader): Promise<Hash[]> {
  if (!isSubtree(range) || range.end > size) {
    throw new LedgerError('malformed', `a tree of ${size} has no subtree from ${range.start} up to ${range.end}`)
  }
  return hashesOf(besides(range, { start: 0, end: size }, true), read)
}

/** What lies beside the path to a range, from below up. @param isKnown whether who checks knows the hash of the range. */
function besides(range: Range, whole: Range, isKnown: boolean): Range[] {
  if (range.start === whole.start && range.end === whole.end) return isKnown ? [] : [whole]
  const [left, right] = halves(whole)
  if (range.end <= left.end) return [...besides(range, left, isKnown), right]
  if (range.start >= left.end) return [...besides(range, right, isKnown), left]
  // A range over both halves begins where the tree does. What it holds of the right one is no node that anybody knows.
  return [...besides({ start: right.start, end: range.end }, right, false), left]
}

/**
 * Whether a tree holds exactly the entries over which a hash was made, at their places. Never throws: what is not a proof is `false`.
 *
 * @param hash the root over the entries of the range.
 * @see draft-ietf-plants-merkle-tree-certs-02 §4.4
 */
export function holdsSubtree(range: Range, hash: Hash, { size, root }: TreeHead, proof: readonly Hash[]): boolean {
  if (!isSubtree(range) || range.end > size || !Number.isSafeInteger(size)) return false
  if (proof.length > MAX_PROOF_HASHES || proof.some((one) => one.length !== HASH_BYTES)) return false
  const rest = [...proof]
  const joined = join(range, { start: 0, end: size }, hash, rest)
  return joined !== undefined && rest.length === 0 && equalBytes(joined.part, hash) && equalBytes(joined.whole, root)
}

/** The hash of the range and the one of the tree around it, by what a proof holds. */
type Joined = { readonly part: Hash; readonly whole: Hash }

/** @param known undefined where the range is no node: its hash has to come from the proof. @param rest is used up from its end. */
function join(range: Range, whole: Range, known: Hash | undefined, rest: Hash[]): Joined | undefined {
  if (range.start === whole.start && range.end === whole.end) {
    const hash = known ?? rest.pop()
    return hash && { part: hash, whole: hash }
  }
  const beside = rest.pop()
  if (!beside) return undefined
  const [left, right] = halves(whole)
  if (range.end <= left.end) {
    const below = join(range, left, known, rest)
    return below && { part: below.part, whole: nodeHash(below.whole, beside) }
  }
  if (range.start >= left.end) {
    const below = join(range, right, known, rest)
    return below && { part: below.part, whole: nodeHash(beside, below.whole) }
  }
  const below = join({ start: right.start, end: range.end }, right, undefined, rest)
  return below && { part: nodeHash(beside, below.part), whole: nodeHash(beside, below.whole) }
}

function halves(whole: Range): [Range, Range] {
  const middle = split(whole)
  return [
    { start: whole.start, end: middle },
    { start: middle, end: whole.end },
  ]
}
