import { expect, test } from 'vitest'
import { decodeText } from './preview-text.ts'

test('a character that the limit cuts in two is left out', () => {
  expect(decodeText(new TextEncoder().encode('naïve ☃').subarray(0, -1), true)).toEqual({
    text: 'naïve ',
    isGuessed: false,
  })
})

test('UTF-16 is recognised by its mark', () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42, 0), false)).toEqual({ text: 'AB', isGuessed: false })
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x41), false)).toEqual({ text: 'A', isGuessed: false })
})

test('what holds zero bytes is no text', () => {
  expect(decodeText(Uint8Array.of(0x41, 0, 0x42), false)).toBeNull()
})

test('an older encoding is read as the most common one, and says that it is a guess', () => {
  expect(decodeText(Uint8Array.of(0x61, 0xe9, 0x62), false)).toEqual({ text: 'aéb', isGuessed: true })
})

test('a letter of an older encoding at the very end is a letter, not one that was cut', () => {
  expect(decodeText(Uint8Array.of(0x63, 0xe9), false)).toEqual({ text: 'cé', isGuessed: true })
})
