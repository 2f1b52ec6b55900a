import fs from 'node:fs'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import type { Hash } from '../tree/hash.ts'
import { decodePath, encodePath } from './path-encoding.ts'
import { EMPTY_MAP_ROOT, growPrefixTree, type PrefixEntry, type PrefixPath, valueAt } from './prefix-tree.ts'

type Vector = { label: string; root: string; leaves: { key: string; value: string }[] }
type InclusionVector = Vector & { target_index: number; proof: string }

const read = <Type>(file: string): Type[] =>
  fs
    .readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Type)

const byKey = (a: PrefixEntry, b: PrefixEntry): number => Buffer.compare(a.key, b.key)
const entriesOf = ({ leaves }: Vector): PrefixEntry[] =>
  leaves.map(({ key, value }) => ({ key: fromBase64(key), value: fromBase64(value) })).sort(byKey)

const hash = (text: string): Hash => new Uint8Array(createHash('sha256').update(text).digest())
const entry = (name: string): PrefixEntry => ({ key: hash(name), value: hash(`value of ${name}`) })
const names = Array.from({ length: 40 }, (_, i) => `person ${i}`)
const entries = names.map(entry).sort(byKey)
const mapRoot = (entries: readonly PrefixEntry[]): Hash => growPrefixTree(entries).root
const pathOf = (key: Hash, entries: readonly PrefixEntry[]) => growPrefixTree(entries).pathOf(key)
const root = mapRoot(entries)
const changed = (bytes: Hash, at = 0): Hash => bytes.with(at, (bytes[at] ?? 0) ^ 1)
const some = (path: ReturnType<typeof pathOf>) => {
  if (!path) throw new Error('a map that holds something has a path')
  return path
}

const isPathOf = (key: Hash, path: PrefixPath, root: Hash): boolean => valueAt(key, path, root) !== undefined

const rootVectors = read<Vector>('mpt_root_kats.jsonl')
const inclusionVectors = read<InclusionVector>('mpt_inclusion_kats.jsonl')

test('there are the vectors that we count on', () => {
  expect([rootVectors.length, inclusionVectors.length]).toEqual([24, 36])
})

test.each(rootVectors)('the published root of $label', (vector) => {
  expect(toBase64(mapRoot(entriesOf(vector)))).toBe(vector.root)
})

test.each(inclusionVectors)('the published proof of $label', (vector) => {
  const target = vector.leaves[vector.target_index]
  const key = fromBase64(target?.key ?? '')
  const path = some(pathOf(key, entriesOf(vector)))
  expect(toBase64(encodePath(key, path))).toBe(vector.proof)
  const decoded = some(decodePath(key, fromBase64(vector.proof)))
  expect(decoded.end.value).toEqual(fromBase64(target?.value ?? ''))
  expect(isPathOf(key, decoded, fromBase64(vector.root))).toBe(true)
})

describe('a map', () => {
  test('has one root, and refuses entries in another order or a key twice', () => {
    const malformed = expect.objectContaining({ code: 'malformed' })
    expect(mapRoot([])).toEqual(EMPTY_MAP_ROOT)
    expect(() => mapRoot(entries.toReversed())).toThrow(malformed)
    expect(() => mapRoot([entry('a'), entry('a')])).toThrow(malformed)
    expect(() => mapRoot([{ key: new Uint8Array(31), value: new Uint8Array(32) }])).toThrow(malformed)
    expect(() => mapRoot([{ key: new Uint8Array(32), value: new Uint8Array(31) }])).toThrow(malformed)
  })

  test('shows each of its keys with its one value', () => {
    for (const { key, value } of entries) {
      const path = some(pathOf(key, entries))
      expect(path.end).toEqual({ key, value })
      expect(valueAt(key, path, root)).toEqual({ value })
      expect(isPathOf(key, { ...path, end: { key, value: changed(value) } }, root), 'another value').toBe(false)
      expect(isPathOf(key, path, changed(root)), 'another root').toBe(false)
    }
  })

  test('shows of a key that it does not hold that another one has its place', () => {
    for (const name of ['nobody', 'somebody', 'person 40', 'person 41', '']) {
      const key = hash(name)
      const path = some(decodePath(key, encodePath(key, some(pathOf(key, entries)))))
      expect(path.end.key).not.toEqual(key)
      expect(valueAt(key, path, root)).toBe('absent')
    }
  })

  test('cannot say of a key that it holds that it does not: no other entry is at the end of its way', () => {
    for (const { key } of entries) {
      for (const other of entries) {
        if (other.key === key) continue
        expect(isPathOf(key, some(pathOf(other.key, entries)), root)).toBe(false)
        const own = some(pathOf(key, entries))
        expect(isPathOf(key, { ...own, end: other }, root)).toBe(false)
      }
    }
  })

  test('of one entry ends there, whatever the key', () => {
    const [only] = entries
    const path = some(pathOf(hash('nobody'), only ? [only] : []))
    expect(path).toEqual({ end: only, steps: [] })
  })

  test('of nothing says so, and no other map can', () => {
    const key = hash('nobody')
    const path = decodePath(key, encodePath(key, pathOf(key, [])))
    expect(valueAt(key, path, EMPTY_MAP_ROOT)).toBe('absent')
    expect(valueAt(key, path, root)).toBeUndefined()
  })
})

describe('a path', () => {
  const key = entries[7]?.key ?? new Uint8Array()
  const path = some(pathOf(key, entries))

  test('with a step changed, added, left out or out of order is none', () => {
    for (const [i, step] of path.steps.entries()) {
      const withStep = (changes: Partial<typeof step>) => ({
        ...path,
        steps: path.steps.with(i, { ...step, ...changes }),
      })
      expect(isPathOf(key, withStep({ sibling: changed(step.sibling) }), root)).toBe(false)
      expect(isPathOf(key, withStep({ sibling: step.sibling.subarray(1) }), root)).toBe(false)
      for (const bit of [step.bit + 1, step.bit - 1, 256, -1, 0.5]) {
        expect(isPathOf(key, withStep({ bit }), root), `bit ${bit}`).toBe(false)
      }
      expect(isPathOf(key, { ...path, steps: path.steps.toSpliced(i, 1) }, root)).toBe(false)
      expect(isPathOf(key, { ...path, steps: path.steps.toSpliced(i, 0, step) }, root)).toBe(false)
    }
    expect(isPathOf(key, { ...path, steps: path.steps.toReversed() }, root)).toBe(false)
    expect(isPathOf(key.subarray(1), path, root)).toBe(false)
  })

  test('has one text', () => {
    const malformed = expect.objectContaining({ code: 'malformed' })
    const bytes = encodePath(key, path)
    expect(decodePath(key, bytes)).toEqual(path)
    expect(() => decodePath(key, bytes.subarray(1))).toThrow(malformed)
    expect(() => decodePath(key, bytes.subarray(0, -1))).toThrow(malformed)
    expect(() => decodePath(key, changed(bytes, 0))).toThrow(malformed)
    expect(() => decodePath(key, bytes.with(8, 3))).toThrow(malformed)
    expect(() => decodePath(key, new Uint8Array())).toThrow(malformed)
    const long = new Uint8Array([...bytes.subarray(0, 8), 2, ...key, ...bytes.subarray(9)])
    expect(() => decodePath(key, long), 'the longer form for a key that is there').toThrow(malformed)
  })
})

describe('a map that grows', () => {
  const named = (name: string, value = name): PrefixEntry => ({ key: hash(name), value: hash(`value ${value}`) })
  const sorted = (entries: readonly PrefixEntry[]) => entries.toSorted((a, b) => Buffer.compare(a.key, b.key))

  test('is the one that is built at once, whatever came first, and leaves the one before as it was', () => {
    const entries = Array.from({ length: 200 }, (_, i) => named(`person ${i}`))
    let tree = growPrefixTree([])
    for (const [i, entry] of entries.entries()) {
      const before = tree
      tree = tree.with([entry])
      expect(tree.root).toEqual(growPrefixTree(sorted(entries.slice(0, i + 1))).root)
      expect(tree.size).toBe(i + 1)
      expect(before.root).toEqual(growPrefixTree(sorted(entries.slice(0, i))).root)
    }
    for (const { key, value } of entries) expect(valueAt(key, tree.pathOf(key), tree.root)).toEqual({ value })
    expect(growPrefixTree([]).with(entries).root).toEqual(tree.root)
  })

  test('takes another value for a key that it has, and refuses entries of another length', () => {
    const entries = ['a', 'b', 'c'].map((name) => named(name))
    const tree = growPrefixTree(sorted(entries)).with([named('b', 'other')])
    expect(tree.size).toBe(3)
    expect(tree.root).toEqual(growPrefixTree(sorted([named('a'), named('b', 'other'), named('c')])).root)
    expect(() => tree.with([{ key: new Uint8Array(31), value: hash('x') }])).toThrow('entries of a map')
  })
})
