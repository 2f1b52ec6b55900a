import { expect, test } from 'vitest'
import { MOST_MINOR } from '#contract/sales/money.ts'
import { commissionOf } from './commission.ts'

test.each([
  [100_000, 500, 5000],
  [10_001, 1250, 1250],
  [2, 2500, 1],
  [1, 4999, 0],
  [1, 5000, 1],
  [0, 10_000, 0],
  [123, 0, 0],
  [MOST_MINOR, 10_000, MOST_MINOR],
  [MOST_MINOR - 1, 3333, 3_333_000_000_000],
])('of %i at %i hundredths of a per cent, %i', (won, rate, earned) => {
  expect(commissionOf(won, rate)).toBe(earned)
})
