import { expect, test } from 'vitest'
import { limitOf, pricesOf, shownLimit, shownPrices } from './settings-fields.ts'

test.each([
  ['', null],
  ['0', 0],
  [' 1,500 ', 1500],
  ['-1', undefined],
  ['many', undefined],
])('%j tokens are %j', (typed, limit) => {
  expect(limitOf(typed, 1)).toBe(limit)
})

test('dollars are kept in millionths', () => {
  expect(limitOf('0.15', 1_000_000)).toBe(150_000)
  expect(shownLimit(150_000, 1_000_000)).toBe('0.15')
  expect(shownLimit(1, 1_000_000)).toBe('0.000001')
  expect(limitOf(shownLimit(1_234_567, 1), 1)).toBe(1_234_567)
})

test('prices are a model in a line', () => {
  const prices = [{ model: 'tiny-1', micros_in: 150_000, micros_out: 600_000 }]
  expect(pricesOf('\ntiny-1, 0.15, 0.6\n')).toEqual(prices)
  expect(pricesOf(shownPrices(prices))).toEqual(prices)
  expect(pricesOf('tiny-1, 0.15\n')).toEqual({ wrongLine: 1 })
  expect(pricesOf('a, 1, 2\ntiny-1, x, 1')).toEqual({ wrongLine: 2 })
})
