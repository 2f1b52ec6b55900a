import { expect, test } from 'vitest'
import { COUNTRIES } from './countries.ts'
import { isPlausibleTaxNumber } from './tax-number.ts'

test.each([
  ['DE', 'DE 136 695 976'],
  ['DE', '136695976'],
  ['AT', 'ATU13585627'],
  ['GR', 'EL123456789'],
  ['CH', 'CHE-116.281.710 MWST'],
  ['NL', 'nl004495445b01'],
  ['FR', 'FR83404833048'],
  ['US', '12-3456789'],
])('a number of %s may be written %s', (country, number) => {
  expect(isPlausibleTaxNumber(number, country)).toBe(true)
})

test.each([
  ['DE', 'DE12345'],
  ['DE', 'ATU13585627'],
  ['GR', 'GR123456789'],
  ['AT', '13585627'],
  ['US', 'none'],
  ['US', ''],
  ['FR', '<b>83404833048'],
])('a number of %s is not written %s', (country, number) => {
  expect(isPlausibleTaxNumber(number, country)).toBe(false)
})

test('each country is there once, and the browser has a name for it', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length)
  expect(COUNTRIES).toHaveLength(249)
  expect(COUNTRIES.filter((code) => names.of(code) === undefined)).toEqual([])
})
