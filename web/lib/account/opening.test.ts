import type { Confirmation } from '#vault/account/confirmation.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { AuthRetryableFetchError, type Session } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AccountEvent } from './account-state.ts'
import { Opening, type OpeningBackend } from './opening.ts'

/** What the server, the worker and the browser answer. */
type Facts = {
  confirmation: Confirmation | undefined
  level: 'aal1' | 'aal2'
  nextLevel: 'aal1' | 'aal2'
  methods: string[]
  hasVault: boolean | Error
  isRemembered: boolean
  remembered: string | undefined | Error
  passkey: string | undefined | Error
  signOutFails: boolean
  clearFails: boolean
  keepingFails: boolean
  isAway: boolean
}
const factors = [
  { id: 'app-1', factor_type: 'totp', status: 'verified', friendly_name: 'Phone' },
  { id: 'app-2', factor_type: 'totp', status: 'unverified' },
  { id: 'codes', factor_type: 'recovery_code', status: 'verified' },
]
const email = 'ada@example.com'
const session = (more: object = {}) => ({ user: { id: 'user-1', email, user_metadata: {}, ...more } }) as Session

const away = { data: { session: null }, error: new AuthRetryableFetchError('away', 0) }

let facts: Facts
let isPresented: boolean
let events: AccountEvent[]
let calls: string[]
let opening: Opening

beforeEach(() => {
  facts = {
    level: 'aal1',
    nextLevel: 'aal1',
    methods: ['password'],
    hasVault: true,
    isRemembered: false,
    remembered: undefined,
    passkey: undefined,
    signOutFails: false,
    clearFails: false,
    keepingFails: false,
    isAway: false,
    confirmation: undefined,
  }
  isPresented = true
  events = []
  calls = []
  opening = new Opening(Promise.resolve(backend()), (event) => events.push(event))
})

const assurance = async () => ({
  data: {
    currentLevel: facts.level,
    nextLevel: facts.nextLevel,
    currentAuthenticationMethods: facts.methods.map((method) => ({ method, timestamp: 0 })),
  },
  error: null,
})

function backend(): OpeningBackend {
  const reached = async <T>(answer: T | Error): Promise<T> => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const auth = {
    askAgain: () => undefined,
    mfa: { getAuthenticatorAssuranceLevel: assurance },
    getSession: async () => (facts.isAway ? away : { data: { session: session() }, error: null }),
    signOut: async () => {
      calls.push('sign-out')
      await opening.sessionEnded()
      return { error: facts.signOutFails ? new Error('offline') : null }
    },
  }
  return {
    auth: auth as unknown as OpeningBackend['auth'],
    config: { captcha: false },
    reads: { end: async () => void calls.push('end reads'), begin: () => void calls.push('begin reads') },
    siblings: { tell: (news) => void calls.push(`tell ${news}`) },
    keeping: {
      forOpening: async (chosen) => {
        if (facts.keepingFails) throw new Error('this browser keeps nothing')
        return { stay: (chosen ?? facts.isRemembered) ? 'device' : 'tab' }
      },
      isLeftAlone: () => false,
      forget: () => undefined,
      recall: async (open) => (facts.isRemembered ? open({ stay: 'device' }) : undefined),
    },
    storage: {
      getItem: () => JSON.stringify(session()),
      release: () => void calls.push('release'),
      chooseStay: (stay) => void calls.push(`stay ${stay}`),
      removeItem: (key) => void calls.push(`remove ${key}`),
    },
    workers: {
      vault: {
        account: {
          isPasskeyPresented: async () => isPresented && facts.passkey !== undefined,
          openByPasskey: () => reached(facts.passkey ?? new Error('no passkey')),
          dropPresented: async () => void (isPresented = false),
          openRemembered: () => reached(facts.remembered),
          hasVault: () => reached(facts.hasVault),
          confirmation: async () => facts.confirmation,
          open: async (userId, { stay }) => {
            calls.push(`open ${userId} ${stay}`)
            return 'abcd'
          },
          dropKeys: async () => void calls.push('drop keys'),
          lock: async () => void calls.push('lock'),
          lockAndClear: async (signedOut) => {
            calls.push(signedOut === undefined ? 'lock and clear' : `lock and clear ${signedOut}`)
            if (facts.clearFails) throw new Error('the worker is gone')
          },
        },
      },
    },
  }
}

describe('with a session and no password', () => {
  test('the vault opens by what the device remembers', async () => {
    Object.assign(facts, { isRemembered: true, remembered: 'abcd' })
    await opening.resume(session())
    expect(events).toEqual([{ type: 'opened', session: session(), keyFingerprint: 'abcd' }])
  })

  test.each([new Error('offline'), undefined])(
    'the password is asked for where the device remembers %s',
    async (remembered) => {
      Object.assign(facts, { isRemembered: true, remembered })
      await opening.resume(session())
      expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: false } }])
    },
  )

  test('it opens by the passkey that signed in, where that one opens it', async () => {
    facts.passkey = 'abcd'
    await opening.resume(session())
    expect(events).toEqual([{ type: 'opened', session: session(), keyFingerprint: 'abcd' }])
  })

  test('the password is asked for after a passkey that does not open it', async () => {
    facts.passkey = new Error('of another vault')
    await opening.resume(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: false } }])
  })

  test.each([
    ['opens it', { passkey: 'abcd' }],
    ['does not open it', { passkey: new Error('of another vault') }],
    ['was not needed', { passkey: 'abcd', isRemembered: true, remembered: 'abcd' }],
    ['was never tried, for the browser cannot keep the key', { passkey: 'abcd', keepingFails: true }],
  ])('what a passkey answered leaves the worker when it %s', async (_, more) => {
    Object.assign(facts, more)
    await opening.resume(session())
    expect(isPresented).toBe(false)
  })

  test('it leaves the worker too when opening by it was refused before it began', async () => {
    Object.assign(facts, { passkey: 'abcd', keepingFails: true })
    await expect(opening.openByPasskey(session())).rejects.toThrow('keeps nothing')
    expect(isPresented).toBe(false)
  })

  const held = new VaultError('confirmation_needed', 'Confirm that it is you.')
  const why = { reasons: [{ code: 'unseen_device' }], takesPassword: true, onlyFactorUntil: null }
  const confirmation = { kind: 'held', detector: 'new_context', ...why }
  const apps = [{ id: 'app-1', name: 'Phone' }]
  const toConfirm = { type: 'needed', need: { kind: 'needs-confirmation', email, apps, ...why } }

  test.each([
    ['what the device remembers', { isRemembered: true, remembered: held }],
    ['a vault that waits for its password', { hasVault: held }],
  ])('of a held session its person is asked to confirm: %s', async (_, more) => {
    Object.assign(facts, { confirmation, ...more })
    await opening.resume(session({ factors }))
    expect(events).toEqual([toConfirm])
  })

  test('the same after the password, or where a second factor is required; when nothing holds it any more the refusal is said', async () => {
    Object.assign(facts, { confirmation, hasVault: held })
    await opening.openOrEnrol(session({ factors }))
    const required = { organisation: 'Acme', hasPasskey: true, hasProvider: false, takesPasskey: true }
    facts.confirmation = { kind: 'factor', ...required }
    await opening.openOrEnrol(session())
    expect(events).toMatchObject([toConfirm, { need: { kind: 'needs-factor', email, ...required } }])
    facts.hasVault = new VaultError('sign_in_way_required', 'opened another way')
    facts.confirmation = { kind: 'factor', ...required, ways: 'either' }
    await opening.openOrEnrol(session())
    expect(events.at(-1)).toMatchObject({ need: { kind: 'needs-factor', ways: 'either' } })
    facts.hasVault = held
    facts.confirmation = undefined
    await expect(opening.openOrEnrol(session())).rejects.toBe(held)
  })

  test('nothing is opened by memory that the person did not ask for', async () => {
    facts.remembered = 'abcd'
    await opening.resume(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: false } }])
  })

  test('a server that cannot say whether there is a vault is taken for one that has it', async () => {
    facts.hasVault = new Error('offline')
    await opening.resume(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: false } }])
  })

  test('somebody whose vault was not made yet enters the password that is known', async () => {
    facts.hasVault = false
    await opening.resume(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: true } }])
  })

  test.each(['oauth', 'sso/saml', 'otp'])('somebody who came by %s chooses a password', async (method) => {
    Object.assign(facts, { hasVault: false, methods: [method] })
    await opening.resume(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'needs-password', email } }])
  })

  test('somebody invited has chosen one with the invitation', async () => {
    Object.assign(facts, { hasVault: false, methods: ['otp'] })
    await opening.resume(session({ invited_at: '2026-01-01' }))
    expect(events).toEqual([{ type: 'needed', need: { kind: 'locked', email, isNew: true } }])
  })
})

test('a session whose token could not be renewed without a connection has not ended', async () => {
  const auth = {
    getSession: async () => away,
    askAgain: () => calls.push('ask again'),
  } as unknown as OpeningBackend['auth']
  const offline = new Opening(Promise.resolve({ ...backend(), auth }), (event) => events.push(event))
  await expect(offline.currentSession()).rejects.toMatchObject({ code: 'offline' })
  expect([events, calls]).toEqual([[], ['ask again']])
})

describe('a second factor', () => {
  const need = { kind: 'needs-second-factor', email, apps: [{ id: 'app-1', name: 'Phone' }], hasRecoveryCodes: true }

  test.each(['resume', 'openOrEnrol'] as const)('is asked for before anything is opened: %s', async (way) => {
    Object.assign(facts, { nextLevel: 'aal2', isRemembered: true, remembered: 'abcd' })
    await opening[way](session({ factors }))
    expect(events).toEqual([{ type: 'needed', need }])
    expect(calls).toEqual([])
  })

  test('that was proven is not asked for again', async () => {
    Object.assign(facts, { level: 'aal2', nextLevel: 'aal2' })
    await opening.openOrEnrol(session({ factors }))
    expect(events).toMatchObject([{ type: 'opened', keyFingerprint: 'abcd' }])
  })
})

describe('with the password', () => {
  test.each([true, false])('the vault opens, remembered: %s', async (isRemembered) => {
    facts.isRemembered = isRemembered
    await opening.openOrEnrol(session())
    expect(calls).toEqual([`open user-1 ${isRemembered ? 'device' : 'tab'}`, 'tell unlocked'])
    expect(events).toMatchObject([{ type: 'opened', keyFingerprint: 'abcd' }])
  })

  test('a choice made with it counts when it opened, and not before', async () => {
    await opening.openOrEnrol(session(), 'device')
    expect(calls).toEqual(['open user-1 device', 'stay device', 'tell unlocked'])
    calls = []
    facts.passkey = new Error('of another vault')
    await expect(opening.openByPasskey(session(), 'browser')).rejects.toThrow('of another vault')
    expect(calls).toEqual([])
  })

  test('the recovery kit comes first where there is no vault', async () => {
    facts.hasVault = false
    await opening.openOrEnrol(session())
    expect(events).toEqual([{ type: 'needed', need: { kind: 'needs-recovery-kit', email } }])
  })

  test('a failed question for the vault opens nothing and makes none', async () => {
    facts.hasVault = new Error('offline')
    await expect(opening.openOrEnrol(session())).rejects.toThrow('offline')
    expect(events).toEqual([])
  })
})

describe('before another sign-in', () => {
  test('the stored session and the keys of an earlier one go', async () => {
    await opening.clearEarlierSignIn()
    expect(calls).toEqual(['release', expect.stringMatching(/^remove /), 'lock'])
  })
})

describe('leaving', () => {
  test('clears the keys, and is not called an end from elsewhere', async () => {
    expect(await opening.leave()).toBeNull()
    expect(events).toEqual([{ type: 'signed-out' }])
  })

  test('clears the keys once, before the sign-in page is there', async () => {
    await opening.leave()
    // What was seen of files goes by the act of the person alone: the server can end a session as well.
    expect(calls).toEqual(['tell left', 'end reads', 'sign-out', 'lock and clear user-1', 'begin reads'])
    facts.clearFails = true
    await expect(opening.leave()).rejects.toThrow('the worker is gone')
    expect(calls.at(-1)).toBe('begin reads')
    expect(events).toEqual([{ type: 'signed-out' }, { type: 'signed-out' }])
  })

  test('clears the keys when the server cannot be reached, and returns why', async () => {
    facts.signOutFails = true
    expect(await opening.leave()).toMatchObject({ message: 'offline' })
    expect(calls).toContain('lock and clear user-1')
    expect(events.at(-1)).toEqual({ type: 'signed-out' })
  })

  test('without a connection and with a token that ran out, what was seen of files goes as well', async () => {
    facts.isAway = true
    await opening.leave()
    expect(calls).toContain('lock and clear user-1')
  })

  test('a session that ended elsewhere clears the keys and says so, even when the worker fails', async () => {
    facts.clearFails = true
    await opening.sessionEnded()
    expect(calls).toEqual(['lock and clear'])
    expect(events).toEqual([{ type: 'signed-out', isEnded: true }])
  })

  test('an end from elsewhere after signing in again is reported from the last leaving', async () => {
    await opening.leave()
    await opening.sessionEnded()
    expect(events.at(-1)).toEqual({ type: 'signed-out', isEnded: true })
  })
})
