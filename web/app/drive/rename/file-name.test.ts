import { expect, test } from 'vitest'
import { fileNameProblem, stemLength } from './file-name.ts'

test.each([
  ['report.pdf', true],
  ['.env', true],
  ['   ', false],
  ['a/b.txt', false],
  ['a\\b.txt', false],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['é'.repeat(128), false],
])('"%s" is a usable name: %s', (name, isUsable) => {
  expect(fileNameProblem(name) === null).toBe(isUsable)
})

test('a rename selects the name without its extension', () => {
  expect(stemLength('report.final.pdf')).toBe(12)
  expect(stemLength('.env')).toBe(4)
  expect(stemLength('LICENSE')).toBe(7)
})
