import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backend } from '../remote/backend.ts'
import { createAccount } from './account.ts'

let calls: string[]
let isLeftAlone: boolean
let isAway: boolean

beforeEach(() => {
  calls = []
  isLeftAlone = false
  isAway = false
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('location', { pathname: '/dashboard', search: '' })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

/** A browser in which somebody is signed in and the key of an open vault is kept. */
function backend(): Promise<Backend> {
  const session = { user: { id: 'ada', email: 'ada@example.org', user_metadata: {} } }
  const account = new Proxy(
    {},
    {
      get: (_, name: string) => async () => {
        calls.push(name)
        if (name === 'openRemembered') return calls.includes('lock') ? undefined : 'abcd'
        return name === 'hasVault'
      },
    },
  )
  return Promise.resolve({
    auth: {
      askAgain: () => undefined,
      onAuthStateChange: () => undefined,
      getSession: async () =>
        isAway
          ? { data: { session: null }, error: new AuthRetryableFetchError('away', 0) }
          : { data: { session }, error: null },
      mfa: { getAuthenticatorAssuranceLevel: async () => ({ data: { currentLevel: 'aal1', nextLevel: 'aal1' } }) },
    },
    storage: {
      getItem: () => JSON.stringify(session),
      isOver: false,
      isTakenOver: () => false,
      stay: () => 'device',
      release: () => undefined,
    },
    siblings: { tell: () => undefined, onNews: () => undefined },
    keeping: {
      isLeftAlone: () => isLeftAlone,
      recall: async (open: (keep: unknown) => Promise<unknown>) => open({ stay: 'device' }),
    },
    workers: { vault: { account } },
    config: { captcha: false },
  } as unknown as Backend)
}

test('a page that starts opens what this browser kept open', async () => {
  const account = createAccount(backend())
  await account.arrival
  expect(account.state.read().kind).toBe('open')
  expect(calls).not.toContain('lock')
})

test('a page that starts after nobody touched any tab for long locks first', async () => {
  isLeftAlone = true
  const account = createAccount(backend())
  await account.arrival
  expect(account.state.read().kind).toBe('locked')
  expect(calls[0]).toBe('lock')
})

test('a page that starts without a connection, with a token that ran out, keeps the session and asks for the password', async () => {
  isAway = true
  const account = createAccount(backend())
  await account.arrival
  expect(account.state.read()).toEqual({ kind: 'locked', email: 'ada@example.org' })
  await expect(account.unlock('a password of mine', 'tab')).rejects.toMatchObject({ code: 'offline' })
  expect(calls).not.toContain('lockAndClear')
})
