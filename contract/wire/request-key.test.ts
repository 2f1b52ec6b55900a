import { expect, test } from 'vitest'
import { MAX_KEY_CHARACTERS, readKey, writeKey } from './request-key.ts'

test('a key is a string in quotes, with quotes and backslashes in it escaped', () => {
  expect(readKey(writeKey('8e03978e-40d5-43dd-bc93-6894a57f9324'))).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324')
  expect(readKey(' "a \\"b\\" \\\\" ')).toBe('a "b" \\')
  expect(readKey(writeKey('a'.repeat(MAX_KEY_CHARACTERS)))).toHaveLength(MAX_KEY_CHARACTERS)
})

test.each([
  ['no quotes', 'abc'],
  ['nothing', '""'],
  ['too much', writeKey('a'.repeat(MAX_KEY_CHARACTERS + 1))],
  ['an open quote', '"abc'],
  ['an escape that is none', '"\\n"'],
  ['letters outside of ASCII', '"é"'],
  ['a control character', '"a\tb"'],
  ['two strings', '"a", "b"'],
])('%s is no key', (_, value) => expect(readKey(value)).toBeUndefined())
