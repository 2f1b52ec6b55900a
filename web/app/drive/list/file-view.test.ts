import { expect, test } from 'vitest'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { sortOf, sortWord } from '../use-kept-sort.ts'
import { SORT_WORDS, SeenTimes, arrange, createFinder, nextSort } from './file-view.ts'

function file(name: string, sizeBytes: number, createdAt: string, lastAccessedAt: string | null = null): VaultFile {
  const rest = { mimeType: '', folderId: null, isEncrypted: true, isShared: false, isStarred: false, trashedAt: null }
  return { id: name, spaceId: null, version: 1, name, sizeBytes, createdAt, lastAccessedAt, ...rest }
}

const files = [
  file('report 10.pdf', 5, '2026-11-01T00:00:00Z'),
  file('Report 2.pdf', 5, '2026-11-03T00:00:00Z'),
  file('photo.jpg', 900, '2026-01-01T00:00:00Z', '2026-11-20T00:00:00Z'),
]
const names = (query: string, id: string, isDescending: boolean) =>
  createFinder(arrange(files, { id, isDescending }))(query).map(({ name }) => name)

test('names sort as people count', () => {
  expect(names('', 'name', false)).toEqual(['photo.jpg', 'Report 2.pdf', 'report 10.pdf'])
})

test('time is the last opening, or the upload', () => {
  expect(names('', 'used', true)).toEqual(['photo.jpg', 'Report 2.pdf', 'report 10.pdf'])
})

test('equal sizes keep the order of names in both directions', () => {
  expect(names('', 'size', true)).toEqual(['photo.jpg', 'Report 2.pdf', 'report 10.pdf'])
  expect(names('', 'size', false)).toEqual(['Report 2.pdf', 'report 10.pdf', 'photo.jpg'])
})

test('folders come first, whichever way the rest is sorted', () => {
  const folder = (name: string): VaultFolder => ({
    id: name,
    spaceId: null,
    name,
    parentId: null,
    createdAt: '2020-01-01T00:00:00Z',
    isStarred: false,
    trashedAt: null,
  })
  const mixed = [...files, folder('Zoo'), folder('attic')]
  for (const id of ['name', 'size', 'used']) {
    const first = arrange(mixed, { id, isDescending: false }).slice(0, 2)
    expect(first.map(({ name }) => name)).toEqual(['attic', 'Zoo'])
  }
  expect(createFinder(arrange(mixed, { id: 'name', isDescending: true }))('o').map(({ name }) => name)).toEqual([
    'Zoo',
    'report 10.pdf',
    'Report 2.pdf',
    'photo.jpg',
  ])
})

test('search ignores case and finds any part of a name', () => {
  expect(names('REPORT', 'name', false)).toHaveLength(2)
  expect(names(' 10.p ', 'name', false)).toEqual(['report 10.pdf'])
  expect(names('missing', 'name', false)).toEqual([])
})

test('a letter more narrows what was found, a letter less or another one widens it again', () => {
  const find = createFinder(arrange(files, { id: 'name', isDescending: false }))
  const found = (query: string) => find(query).map(({ name }) => name)

  expect(found('p')).toEqual(['photo.jpg', 'Report 2.pdf', 'report 10.pdf'])
  expect(found('po')).toEqual(['Report 2.pdf', 'report 10.pdf'])
  expect(found('port 10')).toEqual(['report 10.pdf'])
  expect(found('port')).toEqual(['Report 2.pdf', 'report 10.pdf'])
  expect(found('photo')).toEqual(['photo.jpg'])
  expect(found('')).toHaveLength(3)
})

test('a new column starts in its useful direction and the same one turns around', () => {
  const byName = nextSort({ id: 'used', isDescending: true }, 'name')

  expect(byName).toEqual({ id: 'name', isDescending: false })
  expect(nextSort(byName, 'name').isDescending).toBe(true)
  expect(nextSort(byName, 'size').isDescending).toBe(true)
})

test('what is opened keeps its place as long as the list is looked at', () => {
  const times = new SeenTimes()
  const sort = { id: 'used', isDescending: true }
  times.note(files)
  const used = files.map((one) =>
    one.name === 'report 10.pdf' ? { ...one, lastAccessedAt: '2026-11-22T00:00:00Z' } : one,
  )
  const added = file('new.txt', 1, '2026-11-21T00:00:00Z')
  const order = (seen: SeenTimes) => arrange([...used, added], sort, seen).map(({ name }) => name)
  expect(order(times)).toEqual(['new.txt', 'photo.jpg', 'Report 2.pdf', 'report 10.pdf'])
  expect(order(new SeenTimes())[0]).toBe('report 10.pdf')
})

test('an order is one word, and comes back from it', () => {
  for (const word of SORT_WORDS) expect(sortWord(sortOf(word), SORT_WORDS)).toBe(word)
  expect(sortOf('-used')).toEqual({ id: 'used', isDescending: true })
  expect(sortWord({ id: 'owner', isDescending: false }, SORT_WORDS)).toBe('name')
})

test('a text is looked for in the names of tags as well, and not across two of them', () => {
  const tags = [
    { id: '1', name: 'Urgent', color: '#ef4444' },
    { id: '2', name: 'Old', color: '#10b981' },
  ]
  const find = createFinder(arrange(files, { id: 'name', isDescending: false }), ({ id }) =>
    id === files[2]?.id ? tags : [],
  )
  expect(find('urg').map(({ name }) => name)).toEqual(['photo.jpg'])
  expect(find('urgent old')).toEqual([])
  expect(find('report')).toHaveLength(2)
})
