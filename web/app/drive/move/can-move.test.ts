import { expect, test } from 'vitest'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { whyNotMove } from './can-move.ts'
import { createFolderTree } from '../folders/folder-tree.ts'

const common = { createdAt: '2026-01-01T00:00:00Z', isStarred: false, trashedAt: null }
const folder = (id: string, parentId: string | null): VaultFolder => ({ id, name: id, parentId, ...common })
const file = (folderId: string | null): VaultFile => ({
  ...common,
  id: 'file',
  name: 'file',
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
