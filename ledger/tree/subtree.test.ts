import { describe, expect, test } from 'vitest'
import { memoryLog } from '../testing/memory-log.ts'
import { independentRoot } from '../testing/independent-tree.ts'
import { EMPTY_ROOT, type Hash } from './hash.ts'
import { proveConsistency } from './prove.ts'
import { holdsSubtree, isSubtree, proveSubtree } from './subtree.ts'

const MOST = 34
const log = memoryLog(MOST)
const head = (size: number) => ({ size, root: log.rootOf(size) })
const changed = (hash: Hash): Hash => hash.map((byte, i) => (i === 0 ? byte ^ 1 : byte))
const hashOf = ({ start, end }: { start: number; end: number }): Hash => independentRoot(log.leaves.slice(start, end))

/** All of a tree, as the draft defines them. */
function* subtrees(size: number) {
  for (let start = 0; start < size; start++) {
    for (let end = start + 1; end <= size; end++) if (isSubtree({ start, end })) yield { start, end }
  }
}

test('begins at a multiple of the power of two that it fits into', () => {
  for (const [start, end] of [
    [0, 1],
    [0, 7],
    [4, 7],
    [4, 8],
    [6, 8],
    [8, 13],
    [256, 300],
  ]) {
    expect(isSubtree({ start: start ?? 0, end: end ?? 0 }), `${start} to ${end}`).toBe(true)
  }
  for (const [start, end] of [
    [1, 3],
    [4, 9],
    [2, 5],
    [3, 3],
    [5, 4],
    [-1, 1],
    [0.5, 1],
    [0, Number.NaN],
  ]) {
    expect(isSubtree({ start: start ?? 0, end: end ?? 0 }), `${start} to ${end}`).toBe(false)
  }
})

describe('a proof of a subtree', () => {
  test('holds for each subtree of each tree, and for no other hash, place or tree', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 21, MOST]) {
      for (const range of subtrees(size)) {
        const proof = await proveSubtree(range, size, log.read)
        const hash = hashOf(range)
        const name = `${range.start} to ${range.end} of ${size}`
        expect(holdsSubtree(range, hash, head(size), proof), name).toBe(true)
        expect(holdsSubtree(range, changed(hash), head(size), proof), name).toBe(false)
        expect(holdsSubtree(range, hash, { size, root: changed(log.rootOf(size)) }, proof), name).toBe(false)
        expect(holdsSubtree(range, hash, head(size), [...proof, EMPTY_ROOT]), name).toBe(false)
        expect(holdsSubtree(range, hash, head(size), [EMPTY_ROOT, ...proof]), name).toBe(false)
        if (proof.length > 0) expect(holdsSubtree(range, hash, head(size), proof.slice(1)), name).toBe(false)
        for (const [i, one] of proof.entries()) {
          expect(holdsSubtree(range, hash, head(size), proof.with(i, changed(one))), name).toBe(false)
        }
        for (const other of subtrees(size)) {
          if (other.start === range.start && other.end === range.end) continue
          expect(holdsSubtree(other, hash, head(size), proof), `${name} as ${other.start} to ${other.end}`).toBe(false)
        }
      }
    }
  })

  test('from the first entry on is the one of RFC 6962 between two sizes', async () => {
    for (let size = 1; size <= MOST; size++) {
      for (let end = 1; end <= size; end++) {
        const proof = await proveSubtree({ start: 0, end }, size, log.read)
        expect(proof, `${end} of ${size}`).toEqual(await proveConsistency(end, size, log.read))
      }
    }
  })

  test('of a range that is none is neither made nor accepted', async () => {
    for (const [start, end, size] of [
      [1, 3, 8],
      [0, 9, 8],
      [3, 3, 8],
    ] as const) {
      await expect(proveSubtree({ start, end }, size, log.read)).rejects.toMatchObject({ code: 'malformed' })
      expect(holdsSubtree({ start, end }, EMPTY_ROOT, head(size), [])).toBe(false)
    }
    expect(holdsSubtree({ start: 0, end: 1 }, hashOf({ start: 0, end: 1 }), head(2), [new Uint8Array(31)])).toBe(false)
    expect(
      holdsSubtree({ start: 0, end: 1 }, hashOf({ start: 0, end: 1 }), head(2), Array<Hash>(64).fill(EMPTY_ROOT)),
    ).toBe(false)
  })
})
