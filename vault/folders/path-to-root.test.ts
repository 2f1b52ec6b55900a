import { expect, test } from 'vitest'
import { isReachableFromRoot, pathToRoot } from './path-to-root.ts'

const folders = new Map(
  Object.entries({ top: null, middle: 'top', below: 'middle', orphan: 'gone', one: 'other', other: 'one' }).map(
    ([id, parentId]) => [id, { id, parentId }] as const,
  ),
)
const idsUp = (id: string | null) => pathToRoot(folders, id).map((folder) => folder.id)
const isPlaced = (id: string | null) => isReachableFromRoot(pathToRoot(folders, id), id)

test('the path begins with the folder and ends at the top', () => {
  expect(idsUp('below')).toEqual(['below', 'middle', 'top'])
  expect(idsUp(null)).toEqual([])
  expect([isPlaced('below'), isPlaced(null)]).toEqual([true, true])
})

test('it ends where a folder is missing, and in a circle once around', () => {
  expect(idsUp('orphan')).toEqual(['orphan'])
  expect(idsUp('gone')).toEqual([])
  expect(idsUp('one')).toEqual(['one', 'other'])
  expect([isPlaced('orphan'), isPlaced('gone'), isPlaced('one')]).toEqual([false, false, false])
})
