import { expect, test } from 'vitest'
import { generatePassword } from './new-password-field.tsx'

test('four groups of five signs that nobody mistakes for each other', () => {
  const all = Array.from({ length: 200 }, () => generatePassword())

  for (const one of all) expect(one).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/)
  expect(new Set(all).size).toBe(200)
})

test('each byte gives one sign, and each sign comes from as many bytes', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const sign = generatePassword((count) => new Uint8Array(count).fill(byte))[0] ?? ''
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }

  expect([counts.size, new Set(counts.values())]).toEqual([32, new Set([8])])
})
