import { expect, test } from 'vitest'
import { FileIndex, type IndexedFile } from './file-index.ts'

const PAGE_ROWS = 4

function entry(id: string, changed = 1): IndexedFile {
  const file = {
    id,
    spaceId: null,
    version: 1,
    name: id,
    mimeType: '',
    sizeBytes: 1,
    folderId: null,
    createdAt: '2026-11-01T00:00:00Z',
    lastAccessedAt: null,
    isEncrypted: true,
    isShared: false,
    isStarred: false,
    trashedAt: null,
  }
  return { file, version: 1, changed, isDamaged: false }
}

/** What a device would hold after the index was written to it each time. */
function write(index: FileIndex, stored: Map<number, IndexedFile[]>): number[] {
  const unsaved = index.unsavedPages()
  for (const { page, entries } of unsaved) {
    if (entries.length > 0) stored.set(page, entries)
    else stored.delete(page)
  }
  index.wasSaved()
  return unsaved.map(({ page }) => page)
}

function reload(stored: Map<number, IndexedFile[]>): FileIndex {
  const index = new FileIndex(PAGE_ROWS)
  for (const [page, entries] of [...stored].toReversed()) index.load(page, entries)
  return index
}

const idsOf = (index: FileIndex) => [...index.entries()].map(({ file }) => file.id).toSorted()

test('a change writes the page it was on and the last one, and nothing else', () => {
  const index = new FileIndex(PAGE_ROWS)
  const stored = new Map<number, IndexedFile[]>()
  for (let at = 0; at < 12; at++) index.put(entry(`file ${at}`))
  expect(write(index, stored)).toEqual([0, 1, 2])

  index.put(entry('file 5', 2))

  expect(new Set(write(index, stored))).toEqual(new Set([1, 3]))
  expect(stored.get(1)?.map(({ file }) => file.id)).toEqual(['file 4', 'file 6', 'file 7'])
  expect(stored.get(3)?.map(({ changed }) => changed)).toEqual([2])
})

test('after any changes, what is stored is what is in memory', () => {
  const index = new FileIndex(PAGE_ROWS)
  const stored = new Map<number, IndexedFile[]>()
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 300; round++) {
    const id = `file ${random(40)}`
    if (random(3) === 0) index.remove(id)
    else index.put(entry(id, round))
    if (random(2) === 0) write(index, stored)
  }
  write(index, stored)

  const again = reload(stored)
  expect(idsOf(again)).toEqual(idsOf(index))
  const sum = [...index.entries()].reduce((total, { changed }) => total + changed, 0)
  expect(again.matches({ count: index.size, sum })).toBe(true)
})

test('a missing, a foreign and an outdated file are all noticed by the totals', () => {
  const index = new FileIndex(PAGE_ROWS)
  index.put(entry('one', 10))
  index.put(entry('two', 20))

  expect(index.matches({ count: 2, sum: 30 })).toBe(true)
  expect(index.matches({ count: 3, sum: 30 })).toBe(false)
  expect(index.matches({ count: 2, sum: 31 })).toBe(false)
  index.put(entry('one', 2 ** 52 - 10))
  expect(index.matches({ count: 2, sum: 10 })).toBe(true)
})

test('pages that shrank are joined', () => {
  const index = new FileIndex(PAGE_ROWS)
  for (let at = 0; at < 400; at++) index.put(entry(`file ${at}`))
  index.wasSaved()
  expect(index.isSparse).toBe(false)

  for (let at = 0; at < 400; at++) if (at % PAGE_ROWS > 0) index.remove(`file ${at}`)
  index.wasSaved()

  expect(index.isSparse).toBe(true)
  const joined = index.compacted()
  expect(joined.isSparse).toBe(false)
  expect(idsOf(joined)).toEqual(idsOf(index))
  expect(joined.unsavedPages()).toHaveLength(100 / PAGE_ROWS)
})
