import { expect, test } from 'vitest'
import { decodeText } from './preview-text.ts'

test('a character that the limit cuts in two is left out', () => {
  expect(decodeText(new TextEncoder().encode('naïve ☃').subarray(0, -1))).toBe('naïve ')
})

test('UTF-16 is recognised by its mark', () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42, 0))).toBe('AB')
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x41))).toBe('A')
})

test('what holds zero bytes is no text', () => {
  expect(decodeText(Uint8Array.of(0x41, 0, 0x42))).toBeNull()
})

test('an older encoding is shown as far as it goes', () => {
  expect(decodeText(Uint8Array.of(0x61, 0xe9, 0x62))).toBe('a\ufffdb')
})
