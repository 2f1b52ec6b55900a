import { expect, test } from 'vitest'
import { RETENTION_DAYS } from '#contract/compliance/retention.ts'
import { daysInWords } from './retention-time.ts'

test('times of whole years are years, others days', () => {
  expect([RETENTION_DAYS.config_change, 730, 3652, 3653, 400, 365, 1, 2555].map(daysInWords)).toEqual([
    '7 years',
    '2 years',
    '10 years',
    '10 years',
    '400 days',
    '365 days',
    'One day',
    '2,555 days',
  ])
})
