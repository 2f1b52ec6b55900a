import { expect, test } from 'vitest'
import { overallStatus, uptimePercent } from './status.ts'

test('one outage is an outage of all, one degraded service degrades all', () => {
  expect(overallStatus(['operational', 'degraded', 'outage'])).toBe('outage')
  expect(overallStatus(['operational', 'degraded', 'maintenance'])).toBe('degraded')
  expect(overallStatus(['operational', 'maintenance', null])).toBe('operational')
})

test('services without data make no state', () => {
  expect(overallStatus([null, null])).toBeNull()
  expect(overallStatus([])).toBeNull()
  expect(overallStatus([null, 'outage'])).toBe('outage')
})

test('uptime is never rounded up to 100, and is nothing where nothing was counted', () => {
  expect(uptimePercent(99_999, 1)).toBe(99.99)
  expect(uptimePercent(86_400, 0)).toBe(100)
  expect(uptimePercent(0, 3)).toBe(0)
  expect(uptimePercent(0, 0)).toBeNull()
})
