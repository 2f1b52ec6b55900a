import { LedgerError } from '../errors.ts'
import type { Hash } from './hash.ts'
import { hashesOf, type NodeReader, type Range, split } from './node.ts'

/**
 * The hashes beside the path from an entry to the root, for `isIncluded`.
 *
 * @throws {LedgerError} `malformed` for an index outside the tree.
 * @see RFC 6962 §2.1.1
 */
export async function proveInclusion(index: number, size: number, read: NodeReader): Promise<Hash[]> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    throw new LedgerError('malformed', `a tree of ${size} has no entry ${index}`)
  }
  const beside: Range[] = []
  let { start, end } = { start: 0, end: size }
  while (end - start > 1) {
    const middle = split({ start, end })
    if (index < middle) {
      beside.push({ start: middle, end })
      end = middle
    } else {
      beside.push({ start, end: middle })
      start = middle
    }
  }
  return hashesOf(beside.toReversed(), read)
}

/**
 * The hashes that show that a tree of `size` begins with the one of `earlier`, for `isConsistent`.
 *
 * @throws {LedgerError} `malformed` for sizes that do not follow each other.
 * @see RFC 6962 §2.1.2
 */
export async function proveConsistency(earlier: number, size: number, read: NodeReader): Promise<Hash[]> {
  if (!Number.isSafeInteger(earlier) || !Number.isSafeInteger(size) || earlier < 0 || earlier > size) {
    throw new LedgerError('malformed', `a tree of ${size} holds none of ${earlier}`)
  }
  if (earlier === 0 || earlier === size) return []

  const ranges: Range[] = []
  let { start, end } = { start: 0, end: size }
  while (earlier < end) {
    const middle = split({ start, end })
    if (earlier <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  // Who checks the proof knows the root of the earlier tree, so it is left out where it is a node of the later one.
  if (start > 0) ranges.push({ start, end })
  return hashesOf(ranges.toReversed(), read)
}
