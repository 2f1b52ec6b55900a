import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecret, sealSecret } from './secret-seal.ts'

const serverSecret = randomBytes(32)
const factorId = randomUUID()
const secret = randomBytes(20)

test('a sealed secret opens for its own row and installation only', () => {
  const sealed = sealSecret(serverSecret, factorId, secret)

  expect(openSecret(serverSecret, factorId, sealed)).toEqual(secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(() => openSecret(serverSecret, randomUUID(), sealed)).toThrow()
  expect(() => openSecret(randomBytes(32), factorId, sealed)).toThrow()
})

test('each changed byte is noticed', () => {
  const sealed = sealSecret(serverSecret, factorId, secret)
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openSecret(serverSecret, factorId, changed)).toThrow()
  }
})
