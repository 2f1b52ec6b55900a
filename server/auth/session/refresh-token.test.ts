import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
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

test('the key of a session is not its stored key under another use of the server secret', () => {
  const [stored, serverSecret] = [randomBytes(32), randomBytes(32)]
  const expected = createHmac('sha256', serverSecret).update('qs1/refresh').update(stored).digest()
  expect(sessionKey(stored, serverSecret)).toEqual(expected)
})

/** A text whose checksum fits, whatever is in it. */
function summed(version: number, counter: number[]): string {
  const signed = Buffer.concat([Buffer.from([version]), randomBytes(16), Buffer.from(counter), randomBytes(16)])
  const checksum = createHash('sha256').update(signed).digest().subarray(0, 4)
  return Buffer.concat([signed, checksum]).toString('base64url')
}

test.each([
  ['another version', summed(1, [5])],
  ['no counter', summed(0, [])],
  ['a counter that is too long', summed(0, [...Array.from({ length: 8 }, () => 0x80), 0])],
  ['a counter that does not end', summed(0, [0x85])],
  ['a counter that ends early', summed(0, [5, 5])],
  ['a counter that no number holds', summed(0, [...Array.from({ length: 7 }, () => 0xff), 0x7f])],
])('a token with %s is none, though its checksum fits', (_name, token) => {
  expect(readRefreshToken(token)).toBeNull()
})

test('nothing stands beside a token', () => {
  const token = summed(0, [127])
  expect(readRefreshToken(token)).toMatchObject({ counter: 127 })
  for (const text of [` ${token}`, `${token} `, `${token}=`, `${token}\n`]) expect(readRefreshToken(text)).toBeNull()
})
