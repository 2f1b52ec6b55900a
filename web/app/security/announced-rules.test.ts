import { expect, test } from 'vitest'
import { NO_POLICIES, type SignInWays } from '#contract/organisation/policies.ts'
import { announced } from './announced-rules.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const LATER = '2026-12-24T12:00:00Z'
const NOTHING = { secondFactors: 0, passkeys: 0, hasProvider: false, fitsWays: false }
const ways = (signInBy: SignInWays) => ({ ...NO_POLICIES, signInBy, signInFrom: LATER })

test('who has no way that fits is told the day, and led to one', () => {
  expect(announced(NOTHING, NO_POLICIES, NOW)).toBeUndefined()
  expect(announced(NOTHING, ways('passkey'), NOW)).toEqual({
    sentence: 'From December 24, 2026 your organisation requires you to sign in by passkey.',
    action: 'Add a passkey',
  })
  expect(announced(NOTHING, ways('provider'), NOW)).not.toHaveProperty('action')
  expect(announced(NOTHING, ways('passkey'), new Date(LATER))).toBeUndefined()
})

test('who has a way that fits, and signed in another way, is told that this session ends', () => {
  const own = { ...NOTHING, passkeys: 1 }
  const said = announced(own, ways('either'), NOW)
  expect(said?.sentence).toMatch(/by passkey or by an identity provider\. This session was opened another way/)
  expect(said).not.toHaveProperty('action')
  expect(announced({ ...own, fitsWays: true }, ways('either'), NOW)).toBeUndefined()
})

test('a passkey is a second factor, but not where identity providers alone are taken', () => {
  const own = { ...NOTHING, passkeys: 1, hasProvider: true, fitsWays: true }
  const factor = { ...NO_POLICIES, secondFactorFrom: LATER }
  expect(announced(own, factor, NOW)).toBeUndefined()
  const both = { ...factor, ...ways('provider'), secondFactorFrom: LATER }
  expect(announced(own, both, NOW)?.sentence).toBe('From December 24, 2026 your organisation requires a second factor.')
  expect(announced({ ...own, secondFactors: 1 }, both, NOW)).toBeUndefined()
  // The passkey stops to be one on the day of the later rule, also where the factor is in force already.
  const inForce = { ...both, secondFactorFrom: '2026-11-01T12:00:00Z' }
  expect(announced(own, inForce, NOW)?.sentence).toBe(
    'From December 24, 2026 your organisation requires a second factor.',
  )
  expect(announced({ ...own, passkeys: 0 }, inForce, NOW)).toBeUndefined()
})
