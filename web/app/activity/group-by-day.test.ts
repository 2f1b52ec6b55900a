import { expect, test } from 'vitest'
import { daysAgo, groupByDay } from './group-by-day.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

test('rows of one local day stand together, in their order', () => {
  const days = groupByDay([at(21, 9), at(21, 0), at(20, 23), at(18, 5)], (row) => row)
  expect(days.map(({ rows }) => rows.length)).toEqual([2, 1, 1])
  expect(groupByDay([], String)).toEqual([])
})

test('yesterday begins at midnight, not 24 hours ago', () => {
  const now = new Date(2026, 10, 21, 0, 30)
  expect(daysAgo(new Date(2026, 10, 21, 0, 1), now)).toBe(0)
  expect(daysAgo(new Date(2026, 10, 20, 23, 59), now)).toBe(1)
  expect(daysAgo(new Date(2026, 10, 14, 12), now)).toBe(7)
})
