import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../support/counterparts/identity-provider.ts'
import { ageRows } from '../../support/age-rows.ts'
import { newEmail, PASSWORD, signedInPerson } from '../../support/people.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
  server = await startServer(settingsFor(provider))
})
afterAll(async () => {
  await server.stop()
  provider.stop()
})

const after = (url: URL) => url.pathname === '/after'
const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1))

/** Somebody with an account at the provider. */
function newcomer(account: { email?: string; email_verified?: boolean } = {}): { name: string; email: string } {
  const name = randomUUID().slice(0, 13)
  const email = account.email ?? newEmail()
  provider.accounts.set(name, { email, email_verified: true, name: 'Ada Lovelace', ...account })
  return { name, email }
}

/** Where `signInWithOAuth` would send the browser. */
async function authorizeUrl(
  client = server.client(),
  options: { queryParams?: Record<string, string>; scopes?: string; redirectTo?: string } = {},
): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: `${server.url}/after`, skipBrowserRedirect: true, ...options },
  })
  if (error) throw error
  return data.url
}

async function signIn(name: string, browser = new TestBrowser()): Promise<URL> {
  return browser.walk(await authorizeUrl(), after, provider.login(name))
}

/** Walks to the provider and back, and stops in front of our callback. */
async function walkToCallback(name: string, browser: TestBrowser, start?: string): Promise<URL> {
  const isCallback = (url: URL) => url.pathname === '/auth/v1/callback'
  return browser.walk(start ?? (await authorizeUrl()), isCallback, provider.login(name))
}

describe('signing in', () => {
  test('the implicit flow brings tokens behind #, and the account is confirmed', async () => {
    const { name, email } = newcomer()
    const landed = await signIn(name)

    const tokens = fragment(landed)
    expect(landed.search).toBe('')
    expect([...tokens.keys()].toSorted()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ])
    const client = server.client()
    const { data } = await client.auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    })
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ada Lovelace', email, email_verified: true },
      identities: [{ provider: 'keycloak', id: name, email, identity_data: { sub: name, iss: provider.issuer } }],
    })
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth', provider: 'keycloak' }],
    })
    // The first account of a server of one organisation.
    expect((await client.rpc('get_user_roles')).data).toMatchObject([{ role: 'owner' }, { role: 'super_admin' }])
  })

  test('the PKCE flow brings a code, which only the client that began can use, once', async () => {
    const { name, email } = newcomer()
    const client = server.client({ flowType: 'pkce' })
    const start = await authorizeUrl(client, { scopes: 'offline_access', queryParams: { prompt: 'consent' } })
    const landed = await new TestBrowser().walk(start, after, provider.login(name))

    expect(landed.hash).toBe('')
    const code = landed.searchParams.get('code') ?? ''
    const stranger = server.client({ flowType: 'pkce' })
    await authorizeUrl(stranger)
    expect((await stranger.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.session).toMatchObject({
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
    })
    const again = await server.fetch('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
    })
    expect(await again.json()).toMatchObject({ code: 'flow_state_not_found' })
  })

  test('a second sign-in finds the same account, also after the address there has changed', async () => {
    const { name } = newcomer()
    const first = fragment(await signIn(name))
    provider.accounts.set(name, { email: newEmail(), email_verified: false })
    const second = fragment(await signIn(name))

    const [a, b] = await Promise.all(
      [first, second].map((tokens) => server.client().auth.getUser(tokens.get('access_token') ?? '')),
    )
    expect(b?.data.user?.id).toBe(a?.data.user?.id)
    expect(b?.data.user?.email).toBe(a?.data.user?.email)
  })

  test('nothing that the provider gave is stored', async () => {
    const { name } = newcomer()
    const token = fragment(await signIn(name)).get('provider_token') ?? 'none'
    const { rows } = await server.database.owner<{ text: string }>(
      `select t::text as text from auth.oauth_states t union all select t::text from auth.identities t
       union all select t::text from auth.users t union all select t::text from auth.flow_states t
       union all select t::text from auth.sessions t union all select t::text from public.system_audit_log t`,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
  })

  test('further parameters reach the provider, except those that we set', async () => {
    const queryParams = { login_hint: 'ada', prompt: 'consent', client_id: 'evil', redirect_uri: 'https://evil.test' }
    const url = await authorizeUrl(server.client(), { queryParams, scopes: 'offline_access' })
    const answer = await fetch(url, { redirect: 'manual' })
    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      login_hint: 'ada',
      prompt: 'consent',
      client_id: 'quantumshield',
      redirect_uri: `${server.url}/auth/v1/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile offline_access',
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^qs-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ])
  })
})

describe('accounts that exist', () => {
  test('the same address, verified on both sides, opens the account and tells its owner', async () => {
    const person = await signedInPerson(server)
    const { name } = newcomer({ email: person.email })
    const tokens = fragment(await signIn(name))
    const { data } = await server.client().auth.getUser(tokens.get('access_token') ?? '')
    expect(data.user?.id).toBe(person.session.user.id)
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'keycloak'] })
    expect((await server.mailbox.next(person.email)).subject).toBe('A new way to sign in')
    expect((await server.client().auth.signInWithPassword(person)).error).toBeNull()
  })

  test('an address that the provider has not verified opens nothing', async () => {
    const person = await signedInPerson(server)
    const { name } = newcomer({ email: person.email, email_verified: false })
    const landed = await signIn(name)
    expect(fragment(landed).get('error_code')).toBe('provider_email_needs_verification')
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect((await person.client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('an account that has not confirmed its address is not opened', async () => {
    const email = newEmail()
    await server.client().auth.signUp({ email, password: PASSWORD })
    const { name } = newcomer({ email })
    expect(fragment(await signIn(name)).get('error_code')).toBe('email_not_confirmed')
  })

  test('without any address there is no account', async () => {
    const name = randomUUID()
    provider.accounts.set(name, { name: 'Nobody' })
    expect(fragment(await signIn(name)).get('error_code')).toBe('provider_email_needs_verification')
  })

  test('a banned account stays closed', async () => {
    const { name, email } = newcomer()
    await signIn(name)
    await server.database.owner(`update auth.users set banned_until = 'infinity' where email = $1`, [email])
    expect(fragment(await signIn(name)).get('error_code')).toBe('user_banned')
  })

  test('no account is made where sign-ups are off', async () => {
    const own = await startServer({ ...settingsFor(provider), DISABLE_SIGNUP: 'true', PUBLIC_URL: server.url })
    onTestFinished(() => own.stop())
    const { name } = newcomer()
    const browser = new TestBrowser()
    const local = `http://127.0.0.1:${own.config.port}`
    const callback = await walkToCallback(name, browser, (await authorizeUrl()).replace(server.url, local))
    const answer = await browser.fetch(callback.href.replace(server.url, local))
    expect(fragment(new URL(answer.headers.get('location') ?? '')).get('error_code')).toBe('signup_disabled')
  })
})

describe('refusals', () => {
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

  test('no state, an unknown one, a used one, one of another browser', async () => {
    const browser = new TestBrowser()
    const { name } = newcomer()
    const base = `${server.url}/auth/v1/callback`
    expect(await codeOf(await browser.fetch(`${base}?code=x`))).toEqual([400, 'bad_oauth_callback'])
    expect(await codeOf(await browser.fetch(`${base}?code=x&state=made-up`))).toEqual([400, 'bad_oauth_state'])

    const callback = await walkToCallback(name, browser)
    expect(await codeOf(await new TestBrowser().fetch(callback))).toEqual([400, 'bad_oauth_state'])
    const other = new TestBrowser()
    await other.fetch(await authorizeUrl())
    expect(await codeOf(await other.fetch(callback))).toEqual([400, 'bad_oauth_state'])
    // None of them has spoilt it for the browser that began.
    const good = await browser.fetch(callback)
    expect(fragment(new URL(good.headers.get('location') ?? '')).has('access_token')).toBe(true)
    expect(await codeOf(await browser.fetch(callback))).toEqual([400, 'flow_state_already_used'])
  })

  test('of five callbacks at once one is good', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.fetch(callback)))
    const good = answers.filter((answer) => answer.headers.get('location')?.includes('access_token='))
    expect(good).toHaveLength(1)
  })

  test('a state that is too old', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    await ageRows(server.database, { table: 'auth.oauth_states', where: 'true', values: [] }, '601 seconds')
    expect(await codeOf(await browser.fetch(callback))).toEqual([400, 'bad_oauth_state'])
  })

  test('a code that is not ours', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    callback.searchParams.set('code', 'made-up')
    const answer = await browser.fetch(callback)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(fragment(target).get('error_code')).toBe('unexpected_failure')
    expect(fragment(target).has('access_token')).toBe(false)
  })

  test('a refusal of the provider is handed on, in the query and behind #', async () => {
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser)
    const state = callback.searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'The person said no' })
    const answer = await browser.fetch(`${server.url}/auth/v1/callback?${query.toString()}`)
    const target = new URL(answer.headers.get('location') ?? '')
    for (const place of [fragment(target), target.searchParams]) {
      expect(place.get('error')).toBe('access_denied')
      expect(place.get('error_code')).toBe('bad_oauth_callback')
      expect(place.get('error_description')).toBe('The person said no')
    }
  })

  test('a target that is not allowed is replaced by our own address', async () => {
    const start = await authorizeUrl(server.client(), { redirectTo: 'https://evil.test/after' })
    const browser = new TestBrowser()
    const callback = await walkToCallback(newcomer().name, browser, start)
    const answer = await browser.fetch(callback)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(server.url)
  })

  test('a callback that is posted from elsewhere goes on as a navigation', async () => {
    const answer = await fetch(`${server.url}/auth/v1/callback`, {
      method: 'POST',
      body: new URLSearchParams({ code: 'a', state: 'b' }),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${server.url}/auth/v1/callback?code=a&state=b`,
    ])
  })

  test('a provider that does not answer: a page goes back with the reason, a program gets the refusal', async () => {
    const own = await startServer({
      AUTH_OIDC_CLIENT_ID: 'any',
      AUTH_OIDC_SECRET: 'any',
      AUTH_OIDC_URL: 'http://127.0.0.1:9',
      AUTH_OIDC_NAME: 'Example Works',
    })
    onTestFinished(() => own.stop())
    const settings: unknown = await (await own.fetch('/auth/v1/settings')).json()
    expect(settings).toMatchObject({ external_names: { oidc: 'Example Works' } })

    const path = `/auth/v1/authorize?provider=oidc&redirect_to=${encodeURIComponent(`${own.url}/after`)}`
    const page = await own.fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(page.status).toBe(302)
    const target = new URL(page.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe(`${own.url}/after`)
    expect(target.searchParams.get('error')).toBe('server_error')
    expect((await own.fetch(path, { redirect: 'manual' })).status).toBe(500)
  })

  test('half a challenge', async () => {
    const answer = await server.fetch('/auth/v1/authorize?provider=keycloak&code_challenge_method=s256')
    expect(answer.status).toBe(400)
  })
})
