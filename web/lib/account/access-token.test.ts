import { type AuthClient, AuthRetryableFetchError } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { createTokenSource } from './access-token.ts'
import { SESSION_KEY } from './session/stored-session.ts'

const NOW_S = Math.floor(Date.now() / 1000)
const kept = new Map<string, string>()
let asked = 0
/** Counts what only auth-js can answer; it renews what is about to end. */
const auth = {
  getSession: async () => {
    asked += 1
    return { data: { session: kept.has(SESSION_KEY) ? { access_token: 'renewed' } : null }, error: null }
  },
} as unknown as InstanceType<typeof AuthClient>
const tokenOf = createTokenSource(auth, { getItem: (key) => kept.get(key) ?? null })
const keep = (token: string, endsInS: number) =>
  kept.set(SESSION_KEY, JSON.stringify({ access_token: token, expires_at: NOW_S + endsInS }))

beforeEach(() => {
  kept.clear()
  asked = 0
})

test('a token that is good for a while is given without asking', async () => {
  keep('ada', 3600)
  expect([await tokenOf(), await tokenOf(), asked]).toEqual(['ada', 'ada', 0])
})

test('the next session counts at once, and none after signing out', async () => {
  keep('ada', 3600)
  expect(await tokenOf()).toBe('ada')
  keep('bob', 3600)
  expect(await tokenOf()).toBe('bob')
  kept.clear()
  expect(await tokenOf()).toBeUndefined()
})

test('a token that cannot be renewed without a connection is no ended session', async () => {
  keep('old', -1)
  const away = { getSession: async () => ({ data: { session: null }, error: new AuthRetryableFetchError('away', 0) }) }
  const tokenAway = createTokenSource(away as unknown as InstanceType<typeof AuthClient>, {
    getItem: (key) => kept.get(key) ?? null,
  })
  await expect(tokenAway()).rejects.toMatchObject({ code: 'offline' })
  expect(kept.has(SESSION_KEY), 'what is there is kept').toBe(true)
})

test.for([
  ['ends soon', () => keep('old', 80)],
  ['is over', () => keep('old', -1)],
  ['cannot be read', () => kept.set(SESSION_KEY, '{"access_token":')],
  ['says no end', () => kept.set(SESSION_KEY, '{"access_token":"old"}')],
] as const)('a session that %s is left to auth-js', async ([, store]) => {
  store()
  expect([await tokenOf(), asked]).toEqual(['renewed', 1])
})
