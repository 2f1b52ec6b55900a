import { expect, test } from 'vitest'
import { lastDays } from './last-days.ts'

test('thirty days end today, in UTC; those before count no longer', () => {
  const days = [
    { day: '2026-10-29', count: 7 },
    { day: '2026-10-30', count: 1 },
    { day: '2026-11-28', count: 3 },
  ]
  const counts = lastDays(days, new Date('2026-11-28T23:30:00Z'))
  expect(counts).toHaveLength(30)
  expect([counts[0], counts[1], counts.at(-1)]).toEqual([1, 0, 3])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
})
