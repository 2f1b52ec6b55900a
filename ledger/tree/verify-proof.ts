import { equalBytes } from '#crypto/bytes.ts'
import { EMPTY_ROOT, type Hash, HASH_BYTES, nodeHash } from './hash.ts'

/** A tree at one moment. */
export type TreeHead = { readonly size: number; readonly root: Hash }

/** A tree of 2^53 entries has no longer one. */
const MAX_PROOF_HASHES = 63

/**
 * Whether an entry stands at an index of a tree. Never throws: what is not a proof is `false`.
 *
 * @param leaf  `leafHash` of the entry.
 * @param proof the hashes beside the path, from the leaf up.
 * @see RFC 9162 §2.1.3.2
 */
export function isIncluded(leaf: Hash, index: number, proof: readonly Hash[], { size, root }: TreeHead): boolean {
  if (!isSize(size) || !isSize(index) || index >= size || !areHashes(proof)) return false

  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      // A node without a neighbour on its right is its own parent, and has no hash in the proof.
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && equalBytes(hash, root)
}

/**
 * Whether a tree holds an earlier one unchanged, as its first entries. Never throws: what is not a proof is `false`.
 *
 * @see RFC 9162 §2.1.4.2
 */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Hash[]): boolean {
  if (!isSize(earlier.size) || !isSize(later.size) || earlier.size > later.size || !areHashes(proof)) return false
  if (earlier.size === 0 && !equalBytes(earlier.root, EMPTY_ROOT)) return false
  if (earlier.size === later.size) return proof.length === 0 && equalBytes(earlier.root, later.root)
  if (earlier.size === 0) return proof.length === 0

  let [node, last] = [earlier.size - 1, later.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  // A perfect earlier tree is itself the first hash, so the proof leaves it out.
  const [first, ...rest] = node === 0 ? [earlier.root, ...proof] : proof
  if (!first) return false

  let [before, after] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      before = nodeHash(sibling, before)
      after = nodeHash(sibling, after)
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else {
      after = nodeHash(after, sibling)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && equalBytes(before, earlier.root) && equalBytes(after, later.root)
}

// Shifts work on 32 bits; indexes go to 2^53.
const half = (n: number): number => Math.floor(n / 2)

const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0

const areHashes = (proof: readonly Hash[]): boolean =>
  proof.length <= MAX_PROOF_HASHES && proof.every((hash) => hash.length === HASH_BYTES)
