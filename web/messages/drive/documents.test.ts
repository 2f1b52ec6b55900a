import { expect, test } from 'vitest'
import { documents } from './documents.ts'

test.each([
  [0, '0.00 MB'],
  [1, '< 0.01 MB'],
  [5242, '< 0.01 MB'],
  [5243, '0.01 MB'],
  [1024 * 1024, '1.00 MB'],
  [4_949_278, '4.72 MB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(documents.megabytes(bytes)).toBe(text)
})
