import { expect, test } from 'vitest'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import type { Item } from '../item.ts'
import { zipFiles, zipName } from './zip-files.ts'

const file = (id: string, folderId: string | null = null) =>
  ({ id, name: `${id}.txt`, folderId, sizeBytes: 1, createdAt: '2026-11-21T10:00:00Z' }) as VaultFile
const folder = (id: string, parentId: string | null = null) => ({ id, name: id.toUpperCase(), parentId }) as VaultFolder
const contents: Record<string, Item[]> = { a: [folder('b', 'a'), file('in-a', 'a')], b: [file('in-b', 'b')] }
const drive = { contents: (id: string | null) => contents[id ?? ''] ?? [] }
const placesOf = (selected: Item[]) => zipFiles(selected, drive).map(({ id, folders }) => [id, folders.join('/')])

test('a folder brings along everything below it, under its name', () => {
  expect(placesOf([folder('a'), file('top')])).toEqual([
    ['in-b', 'A/B'],
    ['in-a', 'A'],
    ['top', ''],
  ])
})

test('each file hands down the folders it was shown in, and a folder without anything in it itself as well', () => {
  const idsOf = (selected: Item[]) =>
    zipFiles(selected, drive).map(({ id, within }) => [id, within.map((one) => `${one.parentId ?? ''}/${one.id}`)])
  expect(idsOf([folder('a'), file('top'), folder('empty')])).toEqual([
    ['in-b', ['/a', 'a/b']],
    ['in-a', ['/a']],
    ['empty', ['/empty']],
    ['top', []],
  ])
})

test('a folder without anything in it is in the archive', () => {
  expect(zipFiles([folder('empty')], drive)).toMatchObject([
    { id: 'empty', name: 'EMPTY', folders: [], isFolder: true },
  ])
})

test('a file that is selected together with its folder is in the archive once', () => {
  expect(placesOf([file('in-a', 'a'), folder('a')])).toEqual([
    ['in-b', 'A/B'],
    ['in-a', 'A'],
  ])
})

test('one folder names the archive, several things the day', () => {
  expect(zipName([folder('a')], new Date(2026, 10, 21))).toBe('A.zip')
  expect(zipName([folder('a'), file('x')], new Date(2026, 10, 21))).toBe('QuantumShield 2026-11-21.zip')
})
