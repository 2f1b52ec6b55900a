import { expect, test } from 'vitest'
import { QUOTE_LIMITS, type QuoteLine, quoteNumber, sumQuote } from './quotes.ts'

const line = (quantityMilli: number, unitMinor: number, taxBasisPoints = 0): QuoteLine => ({
  text: 'x',
  quantityMilli,
  unitMinor,
  taxBasisPoints,
})

test.each([
  // 1.5 × 0.01 is half a unit up; 1.499 is not.
  [1500, 1, 2],
  [1499, 1, 1],
  [500, 1, 1],
  [499, 1, 0],
  [333, 100, 33],
  [1005, 1000, 1005],
  // What is taken off is rounded the same way.
  [1500, -1, -2],
  [499, -1, 0],
])('%d thousandths at %d are %d', (quantityMilli, unitMinor, expected) => {
  expect(sumQuote([line(1_000_000, 10), line(quantityMilli, unitMinor)])?.lineMinor[1]).toBe(expected)
})

test('tax is worked out on the sum of each rate, not on each line', () => {
  // Three lines of 0.03 at 19 %: 0.0171 in all, which is 0.02; by line it would be 3 × 0.01.
  const sums = sumQuote([line(1000, 3, 1900), line(1000, 3, 1900), line(1000, 3, 1900), line(1000, 100, 700)])
  expect(sums).toEqual({
    lineMinor: [3, 3, 3, 100],
    netMinor: 109,
    taxes: [
      { taxBasisPoints: 700, netMinor: 100, taxMinor: 7 },
      { taxBasisPoints: 1900, netMinor: 9, taxMinor: 2 },
    ],
    taxMinor: 9,
    totalMinor: 118,
  })
})

test('half a unit of tax is rounded up, a little less is not', () => {
  expect(sumQuote([line(1000, 10, 500)])?.taxMinor).toBe(1)
  expect(sumQuote([line(1000, 10, 499)])?.taxMinor).toBe(0)
})

test('no digit is lost in large amounts', () => {
  expect(sumQuote([line(999_999, 9_999_999_999)])?.lineMinor).toEqual([9_999_989_999_000])
  expect(sumQuote([line(1_000_001, 7_777_777_777)])?.netMinor).toBe(7_777_785_554_778)
})

test('what cannot be stored, and less than nothing, is refused', () => {
  expect(sumQuote([line(QUOTE_LIMITS.quantityMilli, QUOTE_LIMITS.unitMinor)])).toBeNull()
  expect(sumQuote([line(1000, -1)])).toBeNull()
  expect(sumQuote([line(1000, 100, 1900), line(1000, -100, 1900)])?.totalMinor).toBe(0)
})

test('a number says its year, and its revision from the second one on', () => {
  expect(quoteNumber({ year: 2026, number: 1, revision: 1 })).toBe('Q-2026-0001')
  expect(quoteNumber({ year: 2026, number: 12_345, revision: 3 })).toBe('Q-2026-12345-3')
})
