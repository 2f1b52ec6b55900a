import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { hasVerifier, type PageOfTab } from './arrival/ephemeral-auth-client.ts'
import { sessionOf, TestBrowser, type TestTab } from './session/testing/browser.ts'
import { createSignInWays } from './sign-in-ways.ts'

const ORIGIN = 'https://vault.example'
const settings = { external: { google: true }, saml_enabled: false }

type Asked = { path: string; query: URLSearchParams; body: Record<string, unknown>; apikey: string | null }
type Answer = { status?: number; json: unknown } | Error

/** What the server answers, by path. */
let answers: Record<string, Answer>
let asked: Asked[]
let kept: Map<string, string>
let left: string[]
let tab: TestTab

beforeEach(async () => {
  answers = { '/auth/v1/settings': { json: settings }, '/auth/v1/logout': { json: {} } }
  asked = []
  kept = new Map()
  left = []
  tab = await new TestBrowser().open()
})

const storeOf = (map: Map<string, string>): PageOfTab['tab'] => ({
  getItem: (key) => map.get(key) ?? null,
  setItem: (key, value) => void map.set(key, value),
  removeItem: (key) => void map.delete(key),
})

/** The page as it is loaded now; what it keeps in its tab is there again after it was left. */
function load(own = kept) {
  const page: PageOfTab = {
    origin: ORIGIN,
    tab: storeOf(own),
    leaveTo: (address) => void left.push(address),
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, ORIGIN)
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
      asked.push({ path: pathname, query: searchParams, body, apikey: new Headers(init?.headers).get('apikey') })
      const answer = answers[pathname] ?? { status: 404, json: {} }
      if (answer instanceof Error) throw answer
      return Response.json(answer.json, { status: answer.status ?? 200 })
    },
  }
  return createSignInWays(Promise.resolve({ config: { publishable_key: 'public' } }), tab.opening, page)
}

const sessionAnswer = (email: string | undefined) => {
  const { user } = sessionOf('ada')
  const tokens = { access_token: 'token', refresh_token: 'ada fresh', token_type: 'bearer', expires_in: 3600 }
  return { json: { ...tokens, user: { ...user, email } } }
}
const refused = (code: string, status = 400) => ({ status, json: { code, error_code: code, msg: 'Why' } })
const has = (code: string) => expect.objectContaining({ code }) as unknown
const kind = () => tab.state.read().kind
const isBegun = () => hasVerifier(storeOf(kept))
const asking = (path: string) => asked.filter((one) => one.path === path)

describe('what is offered', () => {
  test('the known providers always in their place, others where they are on, by the name of the operator', async () => {
    answers['/auth/v1/settings'] = {
      json: {
        external: { github: true, oidc: true, keycloak: true, phone: true },
        external_names: { oidc: 'Example Works' },
        saml_enabled: true,
      },
    }
    expect(await load().ways()).toEqual({
      providers: [
        { id: 'google', name: null, isOn: false },
        { id: 'github', name: null, isOn: true },
        { id: 'keycloak', name: 'keycloak', isOn: true },
        { id: 'oidc', name: 'Example Works', isOn: true },
      ],
      hasSms: true,
      hasOrganisations: true,
    })
    expect(asked).toMatchObject([{ path: '/auth/v1/settings', apikey: 'public' }])
  })

  test('what is not set up is off, and each look asks the server', async () => {
    const { ways } = load()
    expect(await ways()).toMatchObject({
      hasSms: false,
      hasOrganisations: false,
      providers: [{ isOn: true }, { isOn: false }],
    })
    answers['/auth/v1/settings'] = { json: { ...settings, external: { google: false } } }
    expect(await ways()).toMatchObject({ providers: [{ isOn: false }, { isOn: false }] })
  })

  test('without an answer nothing is offered', async () => {
    answers['/auth/v1/settings'] = { status: 502, json: {} }
    await expect(load().ways()).rejects.toMatchObject({ code: 'offline' })
  })
})

describe('leaving for a provider', () => {
  const leave = () => load().leaveForProvider({ provider: 'github', stay: 'device' })

  test('goes to the server with a challenge, ends who was signed in, and keeps the choice for the return', async () => {
    await tab.signIn('bea', 'browser')
    await leave()
    const { pathname, searchParams } = new URL(left[0]!)
    expect(pathname).toBe('/auth/v1/authorize')
    expect(Object.fromEntries(searchParams)).toMatchObject({ provider: 'github', code_challenge_method: 's256' })
    expect(new URL(searchParams.get('redirect_to') ?? '').pathname).toBe('/dashboard')
    // That asks for JSON with the address in it; this is a navigation.
    expect(searchParams.has('skip_http_redirect')).toBe(false)
    expect([await tab.readSession(), tab.keysOf, tab.storage.stay()]).toEqual([null, null, 'browser'])
    expect(isBegun()).toBe(true)
  })

  test('back in this tab, its verifier opens the session, the choice counts, and nothing of it stays in the tab', async () => {
    await leave()
    answers['/auth/v1/token'] = sessionAnswer('ada@example.org')
    expect(await load().finish({ kind: 'code', code: 'abc' })).toBe('signed-in')

    const [{ body, query }] = asking('/auth/v1/token') as [Asked]
    const verifier = String(body['code_verifier']).replaceAll('"', '')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    expect(new URL(left[0]!).searchParams.get('code_challenge')).toBe(challenge)
    expect([query.get('grant_type'), body['auth_code']]).toEqual(['pkce', 'abc'])
    expect([kind(), tab.storage.stay(), (await tab.readSession())?.refresh_token]).toEqual([
      'locked',
      'device',
      'ada fresh',
    ])
    expect(isBegun()).toBe(false)
    expect([...kept.keys()].filter((key) => key.includes('stay'))).toEqual([])
  })

  test('in another tab the same code opens nothing, and the server is not asked', async () => {
    await leave()
    expect(await load(new Map()).finish({ kind: 'code', code: 'abc' })).toEqual(has('elsewhere_refused'))
    expect([asking('/auth/v1/token'), await tab.readSession()]).toEqual([[], null])
  })

  test.each([
    ['refused', refused('bad_code_verifier'), 'elsewhere_refused'],
    ['not answered', new TypeError('fetch failed'), 'offline'],
  ] as const)(
    'a code that is %s opens nothing; the choice does not count, and the code cannot be used again',
    async (_, answer, code) => {
      await leave()
      answers['/auth/v1/token'] = answer
      expect(await load().finish({ kind: 'code', code: 'abc' })).toEqual(has(code))
      expect([kind(), tab.storage.stay(), isBegun()]).toEqual(['signed-out', 'tab', false])
    },
  )

  test('an account without an address has no vault: its session is ended, none is taken over', async () => {
    await leave()
    answers['/auth/v1/token'] = sessionAnswer(undefined)
    expect(await load().finish({ kind: 'code', code: 'abc' })).toEqual(has('no_address'))
    expect(asking('/auth/v1/logout').map(({ query }) => query.get('scope'))).toEqual(['local'])
    expect([await tab.readSession(), tab.storage.stay()]).toEqual([null, 'tab'])
  })

  test('what this tab did not begin is foreign', async () => {
    expect(await load().finish({ kind: 'foreign' })).toBe('foreign')
    expect([asked, kind()]).toEqual([[], 'signed-out'])
  })

  test('a refusal is said once: a later address with a reason is not about this sign-in', async () => {
    await leave()
    const error = new VaultError('elsewhere_unconfirmed', 'Why')
    expect(await load().finish({ kind: 'refused', error })).toBe(error)
    expect([isBegun(), asking('/auth/v1/token')]).toEqual([false, []])
  })
})

describe('leaving for an organisation', () => {
  const leave = () => load().leaveForOrganisation({ domain: 'works.test', stay: 'browser' })

  test('goes where the server says for this domain, and comes back like from a provider', async () => {
    await tab.signIn('bea', 'tab')
    answers['/auth/v1/sso'] = { json: { url: 'https://idp.works.test/in' } }
    await leave()
    expect(left).toEqual(['https://idp.works.test/in'])
    expect(asking('/auth/v1/sso')[0]?.body).toMatchObject({ domain: 'works.test', code_challenge_method: 's256' })
    expect(await tab.readSession()).toBeNull()
    answers['/auth/v1/token'] = sessionAnswer('ada@example.org')
    expect(await load().finish({ kind: 'code', code: 'abc' })).toBe('signed-in')
    expect([kind(), tab.storage.stay()]).toEqual(['locked', 'browser'])
  })

  test('an address that is none of the web is not followed', async () => {
    answers['/auth/v1/sso'] = { json: { url: 'javascript:alert(1)' } }
    await expect(leave()).rejects.toMatchObject({ code: 'unexpected' })
    expect(left).toEqual([])
  })

  test('a domain that nobody signs in with is reported, and the page stays', async () => {
    answers['/auth/v1/sso'] = refused('sso_provider_not_found', 404)
    await expect(leave()).rejects.toMatchObject({ code: 'organisation_unknown' })
    expect(left).toEqual([])
  })
})

describe('a sent code', () => {
  const byMail = { email: 'ada@example.org' }
  const byPhone = { phone: '+4915100000' }
  const enter = (to: typeof byMail | typeof byPhone) => load().signInWithCode({ to, code: '123456', stay: 'device' })

  test('is requested without making an account; only a mail has a link, which leads back here', async () => {
    answers['/auth/v1/otp'] = { json: {} }
    await load().sendCode(byMail)
    await load().sendCode(byPhone)
    const [mail, phone] = asking('/auth/v1/otp') as [Asked, Asked]
    expect(mail.body).toMatchObject({ ...byMail, create_user: false })
    expect(new URL(mail.query.get('redirect_to') ?? '').pathname).toBe('/dashboard')
    expect(phone.body).toMatchObject({ ...byPhone, create_user: false })
    expect(phone.query.has('redirect_to')).toBe(false)
  })

  test('that is not sent says why', async () => {
    answers['/auth/v1/otp'] = refused('over_sms_send_rate_limit', 429)
    await expect(load().sendCode(byPhone)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test.each([
    [byMail, 'email'],
    [byPhone, 'sms'],
  ] as const)('to %o signs in, with the choice, instead of who was signed in', async (to, type) => {
    await tab.signIn('bea', 'browser')
    answers['/auth/v1/verify'] = sessionAnswer('ada@example.org')
    await enter(to)
    expect(asking('/auth/v1/verify')[0]?.body).toMatchObject({ ...to, token: '123456', type })
    expect([kind(), tab.keysOf, tab.storage.stay()]).toEqual(['locked', null, 'device'])
    expect((await tab.readSession())?.user.id).toBe('ada')
  })

  test.each([
    ['otp_expired', 403, 'wrong_sent_code'],
    ['user_banned', 403, 'account_closed'],
  ] as const)('%s: nobody is signed in, and the choice does not count', async (code, status, expected) => {
    answers['/auth/v1/verify'] = refused(code, status)
    await expect(enter(byMail)).rejects.toMatchObject({ code: expected })
    expect([await tab.readSession(), tab.storage.stay()]).toEqual([null, 'tab'])
  })

  test('of an account without an address opens nothing, and ends its session', async () => {
    answers['/auth/v1/verify'] = sessionAnswer(undefined)
    await expect(enter(byPhone)).rejects.toMatchObject({ code: 'no_address' })
    expect(asking('/auth/v1/logout')).toHaveLength(1)
    expect([await tab.readSession(), tab.storage.stay()]).toEqual([null, 'tab'])
  })

  test('that was entered leaves nothing behind by which this tab had begun a sign-in elsewhere', async () => {
    answers['/auth/v1/otp'] = { json: {} }
    answers['/auth/v1/verify'] = sessionAnswer('ada@example.org')
    await load().sendCode(byMail)
    expect(isBegun()).toBe(true)
    await enter(byMail)
    expect(isBegun()).toBe(false)
  })
})
