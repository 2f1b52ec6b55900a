import { expect, test } from 'vitest'
import { toBase64Url, utf8 } from '#crypto/encoding.ts'
import { readTokenFrom, tokenOwner } from './token-owner.ts'

const userId = '5e0f0d5c-93a1-4c6e-8f0e-0a4b5f1c2d3e'
const tokenOf = (claims: unknown) => `e30.${toBase64Url(utf8(JSON.stringify(claims)))}.signature`

test('an access token names its account', async () => {
  readTokenFrom(async () => tokenOf({ sub: userId, email: 'ana@example.org', role: 'authenticated' }))
  expect(await tokenOwner()).toEqual({ userId, email: 'ana@example.org' })
})

test('an account may have no address', async () => {
  readTokenFrom(async () => tokenOf({ sub: userId }))
  expect(await tokenOwner()).toEqual({ userId, email: '' })
})

test.for([
  ['no token', undefined],
  ['no JWT', 'a publishable key'],
  ['a JWT without JSON', 'e30.AAAA.AAAA'],
  ['a JWT of nobody', tokenOf({ role: 'anon' })],
  ['a JWT of somebody without an id', tokenOf({ sub: 'me' })],
])('with %s the session has ended', async ([, token]) => {
  readTokenFrom(async () => token)
  await expect(tokenOwner()).rejects.toMatchObject({ code: 'session_ended' })
})
