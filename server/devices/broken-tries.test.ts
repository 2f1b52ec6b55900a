import { expect, test } from 'vitest'
import { BrokenTries } from './broken-tries.ts'

test('a file is known by its device and its size, and the oldest are forgotten', () => {
  const tries = new BrokenTries()
  const file = { fileId: 'f', plainBytes: 10 }
  tries.add('d', file)
  expect(tries.has('d', file)).toBe(true)
  expect(tries.has('d', { ...file, plainBytes: 11 })).toBe(false)
  expect(tries.has('e', file)).toBe(false)
  for (let n = 0; n < 10_000; n += 1) tries.add('e', { fileId: `${n}`, plainBytes: 1 })
  expect(tries.has('d', file)).toBe(false)
  expect(tries.has('e', { fileId: '0', plainBytes: 1 })).toBe(true)
})
