import { describe, expect, test } from 'vitest'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { NodeReader } from '#ledger/tree/node.ts'
import { earlierHeads, earlierSizes } from './earlier-heads.ts'

const leaf = (index: number) => leafHash(new TextEncoder().encode(`entry ${index}`))
function headOf(size: number, start = 0) {
  const range = new CompactRange()
  for (let i = start; i < start + size; i++) range.append(leaf(i))
  return { size, root: range.root() }
}
const read: NodeReader = async (nodes) => nodes.map(({ level, index }) => headOf(2 ** level, index * 2 ** level).root)

describe('the trees that a tree begins with', () => {
  test('are those of their sizes', async () => {
    for (const size of [0, 1, 2, 3, 8, 21, 64, 100]) {
      const found = await earlierHeads(headOf(size), read)
      expect(found).toEqual(earlierSizes(size).map((earlier) => headOf(earlier)))
    }
  })

  test('are few, and one of them is near to every place', () => {
    for (const size of [1_000, 1_024, 1_025, 65_537, 1_000_000]) {
      const sizes = earlierSizes(size)
      expect(sizes.length).toBeLessThan(2 * Math.log2(size) + 2)
      for (let lost = 1; lost < size / 4; lost += Math.ceil(lost / 3)) {
        const left = size - lost
        const nearest = sizes.find((earlier) => earlier <= left) ?? 0
        expect(left - nearest, `${lost} of ${size}`).toBeLessThan(4 * lost)
      }
    }
  })

  test('are left out where the server shows other hashes', async () => {
    const head = headOf(21)
    const forged: NodeReader = async (nodes) =>
      (await read(nodes)).map((hash, i) => (nodes[i]?.level === 2 ? leaf(99) : hash))
    for (const { size, root } of await earlierHeads(head, forged)) expect(root).toEqual(headOf(size).root)
    expect((await earlierHeads(head, forged)).length).toBeLessThan((await earlierHeads(head, read)).length)
  })
})
