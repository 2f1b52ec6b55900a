import { sha256 } from '@noble/hashes/sha2.js'
import { concat, equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** A key, as SHA-256 of a name, and what stands for it. */
export type PrefixEntry = { readonly key: Hash; readonly value: Hash }

/** A leaf, or the node over two whose keys are the same in their first `bits` bits. */
type PrefixNode = { readonly key: Hash; readonly bits: number; readonly hash: Hash }

/** How many bits a key has. */
const KEY_BITS = 256

/** The root of a map that holds nothing. */
export const EMPTY_MAP_ROOT: Hash = new Uint8Array(sha256(new Uint8Array()))

/**
 * The root of a map: a binary tree in which each key has one place, by its bits, so that a map has one root whatever the order in which it
 * was filled.
 *
 * @param entries in the order of their keys.
 * @throws {LedgerError} `malformed` for another order, a key twice, or another length.
 * @see waict-transparency-spec, merkle-patricia-tree.md
 */
export function mapRoot(entries: readonly PrefixEntry[]): Hash {
  return joinAll(leavesOf(entries))?.hash ?? EMPTY_MAP_ROOT
}

/** One step on the way from a leaf to the root. @param bit of the key, by which the sibling is left or right. */
export type PrefixStep = { readonly bit: number; readonly sibling: Hash }

/** The entry at which the way of a key ends, and the steps from there to the root. */
export type PrefixPath = { readonly end: PrefixEntry; readonly steps: readonly PrefixStep[] }

/**
 * Goes from the root of a map by the bits of a key. The way ends at the key's own entry where the map has it, and at another one
 * where it has not.
 *
 * @param entries in the order of their keys.
 * @returns undefined in an empty map.
 */
export function pathOf(key: Hash, entries: readonly PrefixEntry[]): PrefixPath | undefined {
  const steps: PrefixStep[] = []
  let rest = leavesOf(entries)
  while (rest.length > 1) {
    // Sorted keys share what the first and the last of them share.
    const bit = sharedBits(rest[0], rest.at(-1))
    const half = rest.findIndex((leaf) => bitOf(leaf.key, bit) === 1)
    const [zeros, ones] = [rest.slice(0, half), rest.slice(half)]
    const [taken, other] = bitOf(key, bit) === 0 ? [zeros, ones] : [ones, zeros]
    steps.unshift({ bit, sibling: joinAll(other)?.hash ?? EMPTY_MAP_ROOT })
    rest = taken
  }
  const end = entries.find((entry) => entry.key === rest[0]?.key)
  return end && { end, steps }
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
    if (key.length !== HASH_BYTES || value.length !== HASH_BYTES || (before && compare(before, key) >= 0)) {
      throw new LedgerError('malformed', 'entries of a map')
    }
    return { key, bits: KEY_BITS, hash: hashOf(key, value) }
  })
}

/** Joins neighbours that share most bits first, in one pass. @param nodes in the order of their keys. */
function joinAll(nodes: readonly PrefixNode[]): PrefixNode | undefined {
  const stack: PrefixNode[] = []
  const joinAt = (at: number): void => {
    const [left, right] = stack.splice(at, 2)
    if (!left || !right) return
    const bits = sharedBits(left, right)
    stack.splice(at, 0, { key: left.key, bits, hash: join(left.hash, right.hash, bits) })
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
