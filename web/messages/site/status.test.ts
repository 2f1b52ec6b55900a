import { expect, test } from 'vitest'
import { status } from './status.ts'

test('percentages lose zeros that say nothing, and never a digit', () => {
  expect([100, 99.9, 99.97, 90, 0].map(status.figures.percent)).toEqual(['100 %', '99.9 %', '99.97 %', '90 %', '0 %'])
})

test('a bar says what was measured, and for how long', () => {
  const day = { date: '2026-11-21', status: 'operational', uptime: 100, probes: 2 } as const
  expect(status.bars.day(day)).toBe('November 21, 2026: Operational, 100 %, 1 minute measured')
  expect(status.bars.day({ ...day, probes: 2880 })).toBe('November 21, 2026: Operational, 100 %, 24 hours measured')
  expect(status.bars.day({ ...day, status: 'maintenance', uptime: null, probes: 20 })).toBe(
    'November 21, 2026: Maintenance, 10 minutes measured',
  )
  expect(status.bars.day({ ...day, status: null, uptime: null, probes: 0 })).toBe('November 21, 2026: No data')
})

test('the last check is as old as it is', () => {
  expect(status.banner.checked(1)).toBe('Last checked just now')
  expect(status.banner.checked(31.2)).toBe('Last checked 31 seconds ago')
  expect(status.banner.checked(250)).toBe('Last checked 4 minutes ago')
  expect(status.banner.checked(9000)).toBe('Last checked 2 hours ago')
})

test('the bars claim no more days than were measured, and none before an answer', () => {
  expect(status.bars.since('2026-11-20', '2026-10-25')).toBe('Measured since November 20, 2026')
  expect(status.bars.since('2026-10-25', '2026-10-25')).toBe('30 days ago to today')
  expect(status.bars.since(undefined, '2026-10-25')).toBe('Nothing measured yet')
  expect(status.bars.since(undefined, '')).toBe('')
})
