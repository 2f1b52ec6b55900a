import { expect, test } from 'vitest'
import { type Asked, type Heard, isLinearizable, type Operation } from './linearizable.ts'

const put = (value: string, name = 'a'): Asked => ({ do: 'put', name, value })
const read = (name = 'a'): Asked => ({ do: 'read', name })
const remove: Asked = { do: 'delete', name: 'a' }
const move: Asked = { do: 'move', from: 'a', to: 'b' }
const done: Heard = { isDone: true }
const refused: Heard = { isDone: false }
const holds = (value?: string): Heard => ({ value })

const history = (...lines: [begunAt: number, endedAt: number, asked: Asked, heard: Heard][]): Operation[] =>
  lines.map(([begunAt, endedAt, asked, heard]) => ({ begunAt, endedAt, asked, heard }))

test.each([
  [
    'one after the other',
    history([0, 1, put('1'), done], [2, 3, read(), holds('1')], [4, 5, remove, done], [6, 7, read(), holds()]),
  ],
  [
    'a read at the same time as a write, before it or after it',
    history([0, 9, put('1'), done], [1, 2, read(), holds()], [3, 4, read(), holds('1')]),
  ],
  [
    'two writes at once, in either order',
    history([0, 9, put('1'), done], [0, 9, put('2'), done], [10, 11, read(), holds('1')]),
  ],
  [
    'a write that nobody heard of and that happened late',
    history([0, 1, put('1'), undefined], [2, 3, read(), holds()], [4, 5, read(), holds('1')]),
  ],
  [
    'a write that nobody heard of and that never happened',
    history([0, 1, put('1'), undefined], [2, 3, read(), holds()]),
  ],
  [
    'a move, and what is refused after it',
    history([0, 1, put('1'), done], [2, 3, move, done], [4, 5, move, refused], [6, 7, read('b'), holds('1')]),
  ],
])('%s is an order', (_, operations) => {
  expect(isLinearizable(operations)).toBe(true)
})

test.each([
  ['a value that nobody wrote', history([0, 1, read(), holds('1')])],
  ['an acknowledged write that is lost', history([0, 1, put('1'), done], [2, 3, read(), holds()])],
  ['an old value after a new one', history([0, 1, put('1'), done], [2, 3, put('2'), done], [4, 5, read(), holds('1')])],
  [
    'a read that goes back behind another',
    history([0, 9, put('1'), done], [1, 2, read(), holds('1')], [3, 4, read(), holds()]),
  ],
  [
    'two reads that see two writes in two orders',
    history(
      [0, 9, put('1'), done],
      [0, 9, put('2'), done],
      [1, 2, read(), holds('1')],
      [3, 4, read(), holds('2')],
      [5, 6, read(), holds('1')],
    ),
  ],
  ['two deletions of one thing', history([0, 1, put('1'), done], [2, 5, remove, done], [2, 5, remove, done])],
  ['a move to both names', history([0, 1, put('1'), done], [2, 3, move, done], [4, 5, read(), holds('1')])],
  ['a move onto what was there', history([0, 1, put('1'), done], [2, 3, put('2', 'b'), done], [4, 5, move, done])],
  ['a write that happened before it was asked for', history([0, 1, read(), holds('1')], [2, 3, put('1'), undefined])],
])('%s is none', (_, operations) => {
  expect(isLinearizable(operations)).toBe(false)
})
