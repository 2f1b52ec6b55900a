import { expect, test } from 'vitest'
import { readInvitation } from './invitation.ts'

const key = 'A'.repeat(43)

test('the mailed address carries a token, the one that is handed over does not', () => {
  const inviter = { userId: 'u', email: 'ada@example.org', fingerprint: key }
  const parts = `email=bob%40example.org&from=u&by=ada%40example.org&key=${key}`
  expect(readInvitation(`#${parts}`)).toEqual({ email: 'bob@example.org', inviter, token: null })
  expect(readInvitation(`#token=t&${parts}`)).toEqual({ email: 'bob@example.org', inviter, token: 't' })
})

test('an address that was cut off is none', () => {
  expect(readInvitation('')).toBeNull()
  expect(readInvitation(`#email=bob%40example.org&from=u&key=${key.slice(1)}`)).toBeNull()
  expect(readInvitation(`#from=u&key=${key}`)).toBeNull()
})
