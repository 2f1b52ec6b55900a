import { expect, test } from 'vitest'
import { dayOf, endOf } from './role-end.tsx'

const now = new Date(2026, 10, 27, 12)

test('a role that is given until a day ends with that day, also today', () => {
  expect(endOf('2026-12-31', now)).toBe(new Date(2026, 11, 31, 23, 59, 59).toISOString())
  expect(endOf('2026-11-27', now)).toBe(new Date(2026, 10, 27, 23, 59, 59).toISOString())
  expect(endOf('', now)).toBeNull()
})

test.each(['2026-11-26', '2031-11-28', 'tomorrow', '2026-'])('%s is no end', (day) => {
  expect(endOf(day, now)).toBeUndefined()
})

test('the field shows the day of an end again', () => {
  const end = endOf('2027-02-03', now)
  expect(dayOf(end ?? null)).toBe('2027-02-03')
  expect(dayOf(null)).toBe('')
})
