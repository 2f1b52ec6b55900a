import { expect, test } from 'vitest'
import type { VaultFile } from '#vault/files/file-records.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import { VaultTree } from './vault-tree.ts'

test('folders in a circle do not hang the program, and each file comes once', () => {
  const tree = VaultTree.of([fileIn('a'), fileIn('b')], [folder('a', 'b'), folder('b', 'a')])

  expect(tree.filesBelow('a').map(({ path }) => path)).toEqual(['in a.txt', 'b/in b.txt'])
})

test('files below a folder have their paths from it on', () => {
  const folders = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('other', null)]
  const tree = VaultTree.of([fileIn('c'), fileIn('a'), fileIn('other')], folders)

  expect(tree.filesBelow('a').map(({ path }) => path)).toEqual(['in a.txt', 'b/c/in c.txt'])
})

const folder = (id: string, parentId: string | null) => ({ id, name: id, parentId, trashedAt: null }) as VaultFolder
const fileIn = (folderId: string) => ({ id: `in-${folderId}`, name: `in ${folderId}.txt`, folderId }) as VaultFile
