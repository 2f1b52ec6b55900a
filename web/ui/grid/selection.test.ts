import { expect, test } from 'vitest'
import { EMPTY, findByPrefix, moveTo, reconcile, selectAll, selectNone, toggleAt } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('shift extends from the anchor, not from the cursor', () => {
  const start = moveTo(order, EMPTY, 1)
  const down = moveTo(order, start, 3, { extend: true })
  const up = moveTo(order, down, 0, { extend: true })

  expect([...down.ids]).toEqual(['b', 'c', 'd'])
  expect([...up.ids]).toEqual(['a', 'b'])
})

test('control moves the cursor and leaves the selection', () => {
  const start = moveTo(order, EMPTY, 1)

  const moved = moveTo(order, start, 4, { keep: true })

  expect(moved.cursor).toBe(4)
  expect([...moved.ids]).toEqual(['b'])
})

test('the cursor stops at both ends', () => {
  expect(moveTo(order, EMPTY, -4).cursor).toBe(0)
  expect(moveTo(order, EMPTY, 99).cursor).toBe(4)
})

test('toggle adds and removes one id and keeps the rest', () => {
  const two = toggleAt(order, toggleAt(order, EMPTY, 0), 2)

  expect([...two.ids]).toEqual(['a', 'c'])
  expect([...toggleAt(order, two, 0).ids]).toEqual(['c'])
})

test('select all keeps the cursor where it was, and so does select none', () => {
  const all = selectAll(order, { ...EMPTY, cursor: 3 })

  expect(all).toMatchObject({ cursor: 3, ids: new Set(order) })
  expect(selectNone(all)).toMatchObject({ cursor: 3, ids: new Set() })
})

test('an empty list has nothing to select', () => {
  expect(moveTo([], EMPTY, 3)).toEqual(EMPTY)
  expect(toggleAt([], EMPTY, 0)).toEqual(EMPTY)
})

test('the cursor follows its row through a new order', () => {
  const at = moveTo(order, EMPTY, 1)

  expect(reconcile(order, ['e', 'd', 'c', 'b', 'a'], at)).toEqual({ ids: new Set(['b']), anchor: 3, cursor: 3 })
})

test('after a row is removed the next one takes the cursor and the id is no longer selected', () => {
  const at = moveTo(order, EMPTY, 2)

  expect(reconcile(order, ['a', 'b', 'd', 'e'], at)).toEqual({ ids: new Set(), anchor: 2, cursor: 2 })
})

test('after the last row is removed the cursor stands on the new last row', () => {
  const at = moveTo(order, EMPTY, 4)

  expect(reconcile(order, ['a', 'b'], at)).toMatchObject({ cursor: 1 })
  expect(reconcile(order, [], at)).toEqual(EMPTY)
})

test('typing finds the next name with that beginning and wraps around', () => {
  const names = ['Board minutes', 'budget', 'Payroll', 'Board notes']

  expect(findByPrefix(names, 'b', 1)).toBe(1)
  expect(findByPrefix(names, 'board', 1)).toBe(3)
  expect(findByPrefix(names, 'bo', 4)).toBe(0)
  expect(findByPrefix(names, 'x', 0)).toBe(-1)
})
