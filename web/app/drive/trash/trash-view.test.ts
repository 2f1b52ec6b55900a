import { expect, test } from 'vitest'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import { createFolderTree } from '../folders/folder-tree.ts'
import { arrangeTrash, nextTrashSort, originOf } from './trash-view.ts'

const folder = (id: string, parentId: string | null, trashedAt: string | null): VaultFolder => ({
  id,
  spaceId: null,
  name: id,
  parentId,
  createdAt: '2026-01-01T00:00:00Z',
  isStarred: false,
  trashedAt,
})
const items = [
  folder('Beta', null, '2026-11-01T00:00:00Z'),
  folder('alpha', 'Work', '2026-11-03T00:00:00Z'),
  folder('Gamma', 'gone', '2026-11-02T00:00:00Z'),
]
const names = (query: string, id: string, isDescending: boolean) =>
  arrangeTrash(items, query, { id, isDescending }).map(({ name }) => name)

test('the latest deletion is first, or the names in order', () => {
  expect(names('', 'trashed', true)).toEqual(['alpha', 'Gamma', 'Beta'])
  expect(names('', 'name', false)).toEqual(['alpha', 'Beta', 'Gamma'])
  expect(names('AMM', 'name', false)).toEqual(['Gamma'])
  expect(nextTrashSort({ id: 'trashed', isDescending: true }, 'name').isDescending).toBe(false)
  expect(nextTrashSort({ id: 'trashed', isDescending: true }, 'trashed').isDescending).toBe(false)
})

test('the original location is the whole way, as far as it still exists', () => {
  const tree = createFolderTree([folder('Home', null, null), folder('Work', 'Home', null), ...items])

  expect(items.map((item) => originOf(tree, item))).toEqual(['My Files', 'My Files / Home / Work', 'My Files'])
})
