import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { settingsFor } from '../../support/counterparts/identity-provider.ts'
import { newEmail, PASSWORD, signedInPerson } from '../../support/people/people.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer } from '../../support/server/test-server.ts'
import {
  after,
  authorizeUrl,
  fragment,
  newcomer,
  provider,
  server,
  walkToCallback,
  stageProvider,
} from './oauth-stage.ts'

stageProvider()

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

async function signIn(name: string, browser = new TestBrowser()): Promise<URL> {
  return browser.walk(await authorizeUrl(), after, provider.login(name))
}
