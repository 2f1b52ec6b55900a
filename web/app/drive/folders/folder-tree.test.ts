import { expect, test } from 'vitest'
import type { VaultFolder, VaultFile } from '#web/lib/remote/vault-client.ts'
import { createFolderTree, sharedFilesIn, whyNotMove } from './folder-tree.ts'

const folder = (id: string, parentId: string | null, trashedAt: string | null = null): VaultFolder => ({
  id,
  spaceId: null,
  name: id,
  parentId,
  createdAt: '2026-01-01T00:00:00Z',
  isStarred: false,
  trashedAt,
})

test('children are sorted by name as people count, without those in the trash', () => {
  const tree = createFolderTree([
    folder('b 10', null),
    folder('b 2', null),
    folder('a', null, 'now'),
    folder('x', 'b 2'),
  ])

  expect(tree.children(null).map(({ id }) => id)).toEqual(['b 2', 'b 10'])
  expect(tree.children('b 2').map(({ id }) => id)).toEqual(['x'])
  expect(tree.children('b 10')).toEqual([])
})

test('what lies below a folder in the trash is in the trash', () => {
  const tree = createFolderTree([folder('a', null, 'now'), folder('b', 'a'), folder('c', 'b'), folder('d', null)])

  expect(['a', 'b', 'c', 'd', null, 'missing'].map((id) => tree.isTrashed(id))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a folder whose parent is missing is at the top', () => {
  const tree = createFolderTree([folder('a', 'missing')])

  expect(tree.children(null).map(({ id }) => id)).toEqual(['a'])
  expect(tree.path('a').map(({ id }) => id)).toEqual(['a'])
  expect([tree.existing('a'), tree.existing('missing')]).toEqual(['a', null])
})

test('the path of a circle ends', () => {
  const tree = createFolderTree([folder('a', 'b'), folder('b', 'a')])

  expect(tree.path('a').length).toBeLessThanOrEqual(3)
  expect(tree.isTrashed('a')).toBe(false)
})

const file = (folderId: string | null): VaultFile => ({
  id: 'file',
  spaceId: null,
  version: 1,
  name: 'file',
  createdAt: '2026-01-01T00:00:00Z',
  isStarred: false,
  trashedAt: null,
  mimeType: '',
  sizeBytes: 0,
  folderId,
  lastAccessedAt: null,
  isEncrypted: true,
  isShared: false,
})
const a = folder('a', null)
const b = folder('b', 'a')
const tree = createFolderTree([a, b, folder('c', 'b')])

test('a folder goes neither into itself nor below itself', () => {
  expect(['a', 'b', 'c'].map((to) => whyNotMove(tree, [a], to))).toEqual(['inside', 'inside', 'inside'])
  expect(whyNotMove(tree, [b], 'c')).toBe('inside')
  expect(whyNotMove(tree, [b], null)).toBeNull()
})

test('what lies there already does not go there, but may come along with something else', () => {
  expect(whyNotMove(tree, [file('b')], 'b')).toBe('here')
  expect(whyNotMove(tree, [file('b'), folder('d', null)], 'b')).toBeNull()
})

test('a file of a folder that is gone is at the top', () => {
  expect(whyNotMove(tree, [file('gone')], null)).toBe('here')
})

test('a shared file counts itself, and in a folder however deep', () => {
  const inC = { ...file('c'), isShared: true }

  expect(sharedFilesIn(tree, [inC], [])).toEqual([inC])
  expect([a, b].map((above) => sharedFilesIn(tree, [above], [file(null), inC]))).toEqual([[inC], [inC]])
  expect(sharedFilesIn(tree, [folder('d', null)], [inC])).toEqual([])
  expect(sharedFilesIn(tree, [a, file(null)], [file('c')])).toEqual([])
})
