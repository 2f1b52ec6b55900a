import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecret, sealSecret } from './secret-seal.ts'

const serverSecret = randomBytes(32)
const place = { kind: 'mfa-secret', id: randomUUID() } as const
const secret = randomBytes(20)

test('a sealed secret opens for its own row, kind and installation only', () => {
  const sealed = sealSecret(serverSecret, place, secret)

  expect(openSecret(serverSecret, place, sealed)).toEqual(secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(() => openSecret(serverSecret, { ...place, id: randomUUID() }, sealed)).toThrow()
  expect(() => openSecret(serverSecret, { ...place, kind: 'stream-secret' }, sealed)).toThrow()
  expect(() => openSecret(randomBytes(32), place, sealed)).toThrow()
})

test('each changed byte is noticed', () => {
  const sealed = sealSecret(serverSecret, place, secret)
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openSecret(serverSecret, place, changed)).toThrow()
  }
})
