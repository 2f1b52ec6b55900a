import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { toHex } from '#crypto/encoding.ts'
import { growPrefixTree, type PrefixEntry } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Transaction } from '../../db/database.ts'
import { KeyMaps } from './key-maps.ts'

type Row = PrefixEntry & { index: number }
const hashOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
/** One subject in every second entry, some of them again with something newer. */
const rows = Array.from({ length: 60 }, (_, i): Row => ({
  index: 2 * i,
  key: hashOf(`subject ${i % 50}`),
  value: hashOf(`value ${i}`),
}))

/** What a database answers for these rows, and from where on it was asked for them. */
let asked: number[]
const db: Transaction = {
  query: async (statement) => {
    const [, from, to] = (typeof statement === 'string' ? [] : (statement.values ?? [])) as [string, number, number]
    asked.push(from)
    return { rows: newest(from, to) } as never
  },
}
function newest(from: number, to: number): Row[] {
  const last = new Map<string, Row>()
  for (const row of rows) if (row.index >= from && row.index < to) last.set(toHex(row.key), row)
  return [...last].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
const rootOf = (size: number) => toHex(growPrefixTree(newest(0, size)).root)
const wholes = () => asked.filter((from) => from === 0).length

let maps: KeyMaps
beforeEach(() => {
  asked = []
  maps = new KeyMaps()
})
async function rootAt(size: number, logId = 'log'): Promise<string> {
  return toHex((await maps.at(db, logId, size)).root)
}

test('maps of growing sizes are grown from one another', async () => {
  for (const size of [10, 11, 12, 13, 40, 119, 120, 120]) expect(await rootAt(size)).toBe(rootOf(size))
  expect(wholes()).toBe(1)
})

test('maps of older sizes are kept: clients that were shown an earlier state build nothing', async () => {
  for (const size of [40, 60, 80, 100]) await rootAt(size)
  asked = []
  for (let client = 0; client < 20; client++) {
    for (const size of [60, 40, 100, 80]) expect(await rootAt(size)).toBe(rootOf(size))
  }
  expect(asked).toEqual([])
  // Between two of them: from the one before.
  expect(await rootAt(71)).toBe(rootOf(71))
  expect(asked).toEqual([60])
})

test('a size that is older than all is built once, and what many ask at the same moment too', async () => {
  await rootAt(120)
  asked = []
  for (let client = 0; client < 20; client++) expect(await rootAt(30)).toBe(rootOf(30))
  expect(wholes()).toBe(1)
  // What is newer than that is grown from it.
  expect(await rootAt(50)).toBe(rootOf(50))
  expect(wholes()).toBe(1)
  expect(await rootAt(120)).toBe(rootOf(120))
  const together = await Promise.all(Array.from({ length: 20 }, () => maps.at(db, 'log', 20)))
  expect(new Set(together).size).toBe(1)
  expect(toHex(together[0]?.root ?? new Uint8Array())).toBe(rootOf(20))
})

test('only the last few are kept, the newest among them, whatever old ones are asked', async () => {
  for (let size = 20; size <= 120; size += 4) await rootAt(size)
  for (const old of [3, 5, 7, 9, 11, 13, 15, 17, 19]) expect(await rootAt(old)).toBe(rootOf(old))
  asked = []
  for (const size of [120, 116, 112, 108, 104, 100, 96, 92]) expect(await rootAt(size)).toBe(rootOf(size))
  expect(asked).toEqual([])
  expect(await rootAt(88)).toBe(rootOf(88))
  expect(asked).toHaveLength(1)
})

test('a size at which nothing was listed since needs no map of its own', async () => {
  const tree = await maps.at(db, 'log', 119)
  for (const size of [120, 121, 150, 119]) expect(await maps.at(db, 'log', size)).toBe(tree)
  asked = []
  expect(await maps.at(db, 'log', 149)).toBe(tree)
  expect(asked).toEqual([])
})

test('another log has maps of its own', async () => {
  const tree = await maps.at(db, 'log', 60)
  expect(await maps.at(db, 'another', 60)).not.toBe(tree)
  expect(wholes()).toBe(2)
})
