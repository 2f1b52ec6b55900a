import { expect, test } from 'vitest'
import { alongWith, alongWithCopy } from './what-goes-along.ts'

test('each file is named under the path of its folder', () => {
  const files = [
    { name: 'b.txt', folders: ['Photos'] },
    { name: 'a.txt', folders: ['Photos'] },
    { name: '2026.csv', folders: ['Photos', 'Salaries'] },
    { name: 'alone.txt' },
  ]
  expect(alongWith(files)).toEqual([
    { path: '', names: ['alone.txt'] },
    { path: 'Photos', names: ['a.txt', 'b.txt'] },
    { path: 'Photos / Salaries', names: ['2026.csv'] },
  ])
})

test('a copy names folders that nothing lies in, too', () => {
  const shown = { id: 'f', spaceId: null, folderId: 's', name: '2026.csv', version: 1 }
  const folder = (id: string, parentId: string | null) => ({ id, spaceId: null, name: id, parentId })
  const plan = {
    folders: [
      { shown: folder('p', null), name: 'Photos', parentId: null },
      { shown: folder('s', 'p'), name: 'Salaries', parentId: 'p' },
    ],
    files: [{ shown, name: '2026.csv', parentId: 's' }],
  }
  expect(alongWithCopy(plan)).toEqual([
    { path: 'Photos', names: [] },
    { path: 'Photos / Salaries', names: ['2026.csv'] },
  ])
})
