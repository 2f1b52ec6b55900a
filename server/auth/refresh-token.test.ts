import { randomBytes, randomUUID } from 'node:crypto'
import { assert, maxSafeNat, property, string, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { readRefreshToken, sessionKey, writeRefreshToken } from './refresh-token.ts'

const key = randomBytes(32)

test('what was written is read back and is genuine under its key only', () => {
  assert(
    property(uuid(), maxSafeNat(), (sessionId, counter) => {
      const read = readRefreshToken(writeRefreshToken({ sessionId, counter }, key))

      expect(read).toMatchObject({ sessionId, counter })
      expect(read?.isGenuine(key)).toBe(true)
      expect(read?.isGenuine(randomBytes(32))).toBe(false)
    }),
  )
})

test('no changed character goes unnoticed', () => {
  const token = writeRefreshToken({ sessionId: randomUUID(), counter: 300 }, key)
  const bytes = Buffer.from(token, 'base64url')

  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[index] = byte ^ 1
    expect(readRefreshToken(changed.toString('base64url'))).toBeNull()
  }
})

test('any text is read or refused, never thrown at', () => {
  assert(property(string({ maxLength: 100 }), (text) => readRefreshToken(text) === null))
})

test('the key depends on the server secret, so a stored key alone forges nothing', () => {
  const stored = randomBytes(32)

  expect(sessionKey(stored, Buffer.alloc(32, 1))).not.toEqual(sessionKey(stored, Buffer.alloc(32, 2)))
})
