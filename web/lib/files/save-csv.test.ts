import { expect, test } from 'vitest'
import { readCsvSeparator, saveCsvSeparator } from './save-csv.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test.each([
  ['en', ','],
  ['de', ';'],
  ['fr', ';'],
  ['', ','],
] as const)('in %j files are separated by %j until somebody chooses', (language, separator) => {
  const own = storage()
  expect(readCsvSeparator(own, language)).toBe(separator)
  const other = separator === ',' ? ';' : ','
  saveCsvSeparator(own, other)
  expect(readCsvSeparator(own, language)).toBe(other)
  own.setItem('quantumshield-csv-separator', 'tab')
  expect(readCsvSeparator(own, language)).toBe(separator)
})
