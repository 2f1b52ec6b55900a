import { expect, test } from 'vitest'
import { continuesVersion, namesVersion } from './conditional.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
  ['"A"', false],
  ['', false],
])('If-None-Match %s names "a": %s', (header, named) => {
  expect(namesVersion(header, '"a"')).toBe(named)
})

test.each([
  [undefined, true],
  ['"a"', true],
  [' "a" ', true],
  ['W/"a"', false],
  ['"b"', false],
  ['"b", "a"', false],
  ['*', false],
  ['Sat, 28 Nov 2026 10:00:00 GMT', false],
])('a download of "a" continues with If-Range %s: %s', (header, continues) => {
  expect(continuesVersion(header, '"a"')).toBe(continues)
})

test('a weak version is never continued', () => {
  expect(continuesVersion('W/"a"', 'W/"a"')).toBe(false)
})
