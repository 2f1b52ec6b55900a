import { expect, test } from 'vitest'
import { dayIn, isOver } from './day.ts'

const now = new Date('2026-12-30T23:30:00Z')

test('a day is over when the next one has begun, in UTC', () => {
  expect(['2026-12-29', '2026-12-30', '2026-12-31'].map((day) => isOver(day, now))).toEqual([true, false, false])
})

test('days from today', () => {
  expect([0, 1, 2, 14].map((days) => dayIn(days, now))).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-13',
  ])
})
