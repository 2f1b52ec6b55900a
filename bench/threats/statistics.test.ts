import { expect, test } from 'vitest'
import { recallOf, seeded } from './statistics.ts'

test('what was never missed proves as much as the number of attacks allows', () => {
  expect(recallOf(100, 100).atLeast).toBeCloseTo(0.9705, 4)
  expect(recallOf(20, 20).atLeast).toBeCloseTo(0.8609, 4)
  expect(recallOf(2995, 2995).atLeast).toBeGreaterThan(0.999)
  expect(recallOf(2994, 2995).atLeast).toBeLessThan(0.999)
  expect(recallOf(0, 20)).toEqual({ found: 0, of: 20, atLeast: 0 })
})

test('the numbers of a seed are the same in every run', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seeded(seed))
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
  for (const value of take(7)) expect(value).toBeGreaterThanOrEqual(0)
})
