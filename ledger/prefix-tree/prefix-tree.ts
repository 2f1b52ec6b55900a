import { sha256 } from '@noble/hashes/sha2.js'
import { concat, equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** A key, as SHA-256 of a name, and what stands for it. */
export type PrefixEntry = { readonly key: Hash; readonly value: Hash }

/** A leaf, or the node over two whose keys are the same in their first `bits` bits. */
type PrefixNode = {
  readonly key: Hash
  readonly bits: number
  readonly hash: Hash
  /** How many entries are below. */
  readonly size: number
  /** What is below: an entry, or the two nodes whose keys have a zero and a one at this bit. */
  readonly below: PrefixEntry | readonly [PrefixNode, PrefixNode]
}

/** How many bits a key has. */
const KEY_BITS = 256

/** The root of a map that holds nothing. */
export const EMPTY_MAP_ROOT: Hash = new Uint8Array(sha256(new Uint8Array()))

/** One step on the way from a leaf to the root. @param bit of the key, by which the sibling is left or right. */
export type PrefixStep = { readonly bit: number; readonly sibling: Hash }

/** The entry at which the way of a key ends, and the steps from there to the root. */
export type PrefixPath = { readonly end: PrefixEntry; readonly steps: readonly PrefixStep[] }

/** A map with all its nodes, which shows paths in as many steps as they have. */
export type PrefixTree = {
  /** One for what the map holds, whatever the order in which it was filled. */
  readonly root: Hash
  /** How many keys it holds. */
  readonly size: number
  /** The map with these as well, in any order; of a key that it has, the value is replaced. What is not on their ways is shared. */
  readonly with: (entries: readonly PrefixEntry[]) => PrefixTree
  /**
   * Goes from the root by the bits of a key. The way ends at the key's own entry where the map has it, and at another one where it has not.
   *
   * @returns undefined in an empty map.
   */
  readonly pathOf: (key: Hash) => PrefixPath | undefined
}

/**
 * Builds a map as a binary tree in which each key has one place, by its bits.
 *
 * @param entries in the order of their keys.
 * @throws {LedgerError} `malformed` for another order, a key twice, or another length.
 * @see waict-transparency-spec, merkle-patricia-tree.md
 */
export function growPrefixTree(entries: readonly PrefixEntry[]): PrefixTree {
  return treeOf(joinAll(leavesOf(entries)))
}

function treeOf(top: PrefixNode | undefined): PrefixTree {
  return {
    root: top?.hash ?? EMPTY_MAP_ROOT,
    size: top?.size ?? 0,
    with: (entries) => treeOf(entries.reduce<PrefixNode | undefined>(withEntry, top)),
    pathOf: (key) => top && pathFrom(top, key),
  }
}

function withEntry(node: PrefixNode | undefined, entry: PrefixEntry): PrefixNode {
  const leaf = leafOf(entry)
  if (!node) return leaf
  const bits = sharedBits(node, leaf)
  if (bits < node.bits) return bitOf(entry.key, bits) === 0 ? branch(leaf, node, bits) : branch(node, leaf, bits)
  if ('value' in node.below) return leaf
  const [zeros, ones] = node.below
  return bitOf(entry.key, bits) === 0
    ? branch(withEntry(zeros, entry), ones, bits)
    : branch(zeros, withEntry(ones, entry), bits)
}

function pathFrom(top: PrefixNode, key: Hash): PrefixPath {
  const steps: PrefixStep[] = []
  let node = top
  for (;;) {
    if ('value' in node.below) return { end: node.below, steps }
    const [zeros, ones] = node.below
    const [taken, other] = bitOf(key, node.bits) === 0 ? [zeros, ones] : [ones, zeros]
    steps.unshift({ bit: node.bits, sibling: other.hash })
    node = taken
  }
}

/**
 * What a map says of a key, shown by a path. Bits of the key decide the side at each step, so from one root a key has one way, whoever
 * built the tree: when it ends at another entry, the map holds nothing for the key. Never throws.
 *
 * @param path undefined where the map is said to be empty.
 * @returns undefined when the path shows nothing.
 */
export function valueAt(key: Hash, path: PrefixPath | undefined, root: Hash): { value: Hash } | 'absent' | undefined {
  if (!path) return equalBytes(root, EMPTY_MAP_ROOT) ? 'absent' : undefined
  if (!isPathOf(key, path, root)) return undefined
  return equalBytes(path.end.key, key) ? { value: path.end.value } : 'absent'
}

function isPathOf(key: Hash, { end, steps }: PrefixPath, root: Hash): boolean {
  if (key.length !== HASH_BYTES || end.key.length !== HASH_BYTES || end.value.length !== HASH_BYTES) return false
  let below = KEY_BITS
  let hash = hashOf(end.key, end.value)
  for (const { bit, sibling } of steps) {
    if (!Number.isInteger(bit) || bit < 0 || bit >= below || sibling.length !== HASH_BYTES) return false
    below = bit
    hash = bitOf(key, bit) === 0 ? join(hash, sibling, bit) : join(sibling, hash, bit)
  }
  return equalBytes(hash, root)
}

const hashOf = (...parts: readonly Uint8Array[]): Hash => new Uint8Array(sha256(concat(...parts)))

const join = (left: Hash, right: Hash, bits: number): Hash => hashOf(left, right, Uint8Array.of(bits))

/** Bit 0 is the highest of the first byte. */
const bitOf = (key: Hash, bit: number): number => ((key[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1

function leavesOf(entries: readonly PrefixEntry[]): PrefixNode[] {
  return entries.map(({ key, value }, i) => {
    const before = entries[i - 1]?.key
    if (before && compare(before, key) >= 0) throw new LedgerError('malformed', 'entries of a map')
    return leafOf({ key, value })
  })
}

function leafOf({ key, value }: PrefixEntry): PrefixNode {
  if (key.length !== HASH_BYTES || value.length !== HASH_BYTES) throw new LedgerError('malformed', 'entries of a map')
  return { key, bits: KEY_BITS, hash: hashOf(key, value), size: 1, below: { key, value } }
}

/** @param zeros whose keys have a zero at this bit. */
const branch = (zeros: PrefixNode, ones: PrefixNode, bits: number): PrefixNode => ({
  key: zeros.key,
  bits,
  hash: join(zeros.hash, ones.hash, bits),
  size: zeros.size + ones.size,
  below: [zeros, ones],
})

/** Joins neighbours that share most bits first, in one pass. @param nodes in the order of their keys. */
function joinAll(nodes: readonly PrefixNode[]): PrefixNode | undefined {
  const stack: PrefixNode[] = []
  const joinAt = (at: number): void => {
    const [left, right] = stack.splice(at, 2)
    if (!left || !right) return
    stack.splice(at, 0, branch(left, right, sharedBits(left, right)))
  }
  for (const node of nodes) {
    stack.push(node)
    while (stack.length >= 3 && sharedBits(stack.at(-3), stack.at(-2)) > sharedBits(stack.at(-2), stack.at(-1))) {
      joinAt(stack.length - 3)
    }
  }
  while (stack.length >= 2) joinAt(stack.length - 2)
  return stack[0]
}

function sharedBits(a: PrefixNode | undefined, b: PrefixNode | undefined): number {
  if (!a || !b) return 0
  const most = Math.min(a.bits, b.bits)
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = (a.key[i] ?? 0) ^ (b.key[i] ?? 0)
    if (difference !== 0) return Math.min(most, i * 8 + Math.clz32(difference) - 24)
  }
  return most
}

function compare(a: Hash, b: Hash): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
