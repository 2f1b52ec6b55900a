import { expect, test } from 'vitest'
import { decimalOf, formatMoney, unitsOf } from './money.ts'

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [1234, 2, '12.34'],
  [-5, 2, '-0.05'],
  [1234, 0, '1234'],
  [1, 3, '0.001'],
  [10_000_000_000_000, 2, '100000000000.00'],
])('%d with %d decimals is %s', (units, decimals, text) => {
  expect(decimalOf(units, decimals)).toBe(text)
  expect(unitsOf(text, decimals)).toBe(units)
})

test.each([
  ['12,5', 2, 1250],
  [' 1 234.50 ', 2, 123_450],
  ['1’234', 2, 123_400],
  ['7.', 2, 700],
  ['0', 0, 0],
])('%j is read', (typed, decimals, units) => expect(unitsOf(typed, decimals)).toBe(units))

test.each([
  ['', 2],
  ['1.234', 2],
  ['1,234.50', 2],
  ['12a', 2],
  ['.5', 2],
  ['1e3', 2],
  ['0.5', 0],
  ['999999999999999', 2],
])('%j is refused', (typed, decimals) => expect(unitsOf(typed, decimals)).toBeNull())

test('an amount is written as its language has it', () => {
  expect(formatMoney(123_456, 'EUR', 'en')).toBe('€1,234.56')
  expect(formatMoney(123_456, 'EUR', 'de').replaceAll('\u{a0}', ' ')).toBe('1.234,56 €')
  expect(formatMoney(123_456, 'JPY', 'en')).toBe('¥123,456')
})
