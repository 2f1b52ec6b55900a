import { expect, test } from 'vitest'
import { addDays, weeksOf } from './month-days.ts'

test.each([
  ['2028-02', '2028-01-31', '2028-03-05', 5],
  ['2026-02', '2026-01-26', '2026-03-01', 5],
  ['2027-02', '2027-02-01', '2027-02-28', 4],
  ['2026-11', '2026-10-26', '2026-12-06', 6],
  ['2026-12', '2026-11-30', '2027-01-03', 5],
])('%s has whole weeks from Monday to Sunday', (month, first, last, count) => {
  const weeks = weeksOf(month)
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, first, last])
  expect(weeks.every((week) => week.length === 7)).toBe(true)
})

test('days are counted over ends of months and years, also when clocks change', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-30', -7)).toBe('2026-03-23')
})
