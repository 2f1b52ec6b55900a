import { expect, test } from 'vitest'
import { unseenRows } from './unseen-rows.ts'

test('a row is taken once, whichever pages it is on, and a page of known rows has none', () => {
  const unseen = unseenRows<{ id: string; name: string }>(({ id }) => id)
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id })) as [Row, Row, Row]
  expect(unseen([a, b, a])).toEqual([a, b])
  expect(unseen([b, c])).toEqual([c])
  expect(unseen([c, { ...a, name: 'other' }])).toEqual([])
  expect(unseen([])).toEqual([])
})

type Row = { id: string; name: string }
