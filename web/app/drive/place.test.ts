import { expect, test } from 'vitest'
import { folderPath, readPlace, viewPath } from './place.ts'

const placeAt = (address: string) => readPlace(new URL(address, 'https://vault.example').searchParams)

test('an address names a folder, the stars or the trash', () => {
  expect(placeAt(folderPath(null))).toEqual({ kind: 'folder', id: null })
  expect(placeAt(folderPath('a b&c'))).toEqual({ kind: 'folder', id: 'a b&c' })
  expect(placeAt(viewPath('starred'))).toEqual({ kind: 'starred' })
  expect(placeAt(viewPath('trash'))).toEqual({ kind: 'trash' })
})

test('a view nobody knows is the list of files', () => {
  expect(placeAt('/dashboard?view=other')).toEqual({ kind: 'folder', id: null })
})
