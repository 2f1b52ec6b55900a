import { expect, test } from 'vitest'
import { openMonths } from './open-months.ts'

const NOW = new Date('2026-11-28T08:00:00Z')

test('months that have ended, with commissions and without a statement', () => {
  const commissions = ['2026-11-02', '2026-10-31', '2026-10-01', '2026-08-15', '2025-12-31'].map((day) => ({
    earned_on: day,
  }))
  expect(openMonths(commissions, [{ month: '2026-08-01' }], NOW)).toEqual(['2026-10-01', '2025-12-01'])
  expect(openMonths([], [], NOW)).toEqual([])
})
