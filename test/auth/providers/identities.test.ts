import { generateKeyPairSync, randomUUID, createHash } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../support/counterparts/identity-provider.ts'
import { newEmail, type Person, signedInPerson } from '../../support/people/people.ts'
import { personWithTotp, secondSession } from '../../support/people/second-factor.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
  server = await startServer({ ...settingsFor(provider), AUTH_MANUAL_LINKING: 'true', AUTH_ANONYMOUS: 'true' })
})
afterAll(async () => {
  await server.stop()
  provider.stop()
})

const after = (url: URL) => url.pathname === '/after'

function newcomer(email = newEmail(), isVerified = true): { name: string; email: string } {
  const name = randomUUID()
  provider.accounts.set(name, { email, email_verified: isVerified })
  return { name, email }
}

/** The unmodified client in a browser of its own, signed in as `session`. */
async function clientIn(browser: TestBrowser, session: Person['session'] | null): Promise<SupabaseClient> {
  const client = createClient(server.url, server.secrets.publishableKeys[0], {
    auth: { autoRefreshToken: false, storageKey: randomUUID() },
    global: { fetch: browser.fetch },
  })
  if (session) await client.auth.setSession(session)
  return client
}

async function linkUrl(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'keycloak',
    options: { redirectTo: `${server.url}/after`, skipBrowserRedirect: true },
  })
  if (error) throw error
  return data.url
}

async function personWithTwo(): Promise<{ person: Person; client: SupabaseClient; name: string }> {
  const person = await signedInPerson(server)
  const browser = new TestBrowser()
  const client = await clientIn(browser, person.session)
  const { name } = newcomer()
  await browser.walk(await linkUrl(client), after, provider.login(name))
  return { person, client, name }
}

describe('linking', () => {
  test('a signed-in person adds a provider with another address, and signs in by it', async () => {
    const { person, client, name } = await personWithTwo()
    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'keycloak'])
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    })
    const url = (
      await server.client().auth.signInWithOAuth({
        provider: 'keycloak',
        options: { redirectTo: `${server.url}/after`, skipBrowserRedirect: true },
      })
    ).data.url
    const landed = await new TestBrowser().walk(url ?? '', after, provider.login(name))
    const token = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
    expect((await server.client().auth.getUser(token)).data.user?.id).toBe(person.session.user.id)
  })

  test('nobody else can finish it', async () => {
    const person = await signedInPerson(server)
    const url = await linkUrl(await clientIn(new TestBrowser(), person.session))
    const victim = new TestBrowser()
    const callback = await victim.walk(
      url,
      (to) => to.pathname === '/auth/v1/callback',
      provider.login(newcomer().name),
    )
    const answer = await victim.fetch(callback)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'bad_oauth_state'])
    expect((await person.client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('it ends with the session that began it', async () => {
    const person = await signedInPerson(server)
    const browser = new TestBrowser()
    const client = await clientIn(browser, person.session)
    const isCallback = (url: URL) => url.pathname === '/auth/v1/callback'
    const callback = await browser.walk(await linkUrl(client), isCallback, provider.login(newcomer().name))
    const other = await server.client().auth.signInWithPassword(person)
    await fetch(`${server.url}/auth/v1/logout?scope=others`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.data.session?.access_token}` },
    })
    const answer = await browser.fetch(callback)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'bad_oauth_state'])
  })

  test('what belongs to another account, or to this one already, is refused', async () => {
    const { client: first, name } = await personWithTwo()
    expect(first).toBeDefined()
    const person = await signedInPerson(server)
    const browser = new TestBrowser()
    const client = await clientIn(browser, person.session)
    const landed = await browser.walk(await linkUrl(client), after, provider.login(name))
    expect(landed.searchParams.get('error_code')).toBe('identity_already_exists')
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('makes an ordinary account of an anonymous one', async () => {
    const anonymous = await server.client().auth.signInAnonymously()
    const browser = new TestBrowser()
    const client = await clientIn(browser, anonymous.data.session)
    const { name, email } = newcomer()
    await browser.walk(await linkUrl(client), after, provider.login(name))
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: anonymous.data.user?.id,
      is_anonymous: false,
      email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    })
    const taken = await signedInPerson(server)
    const other = await server.client().auth.signInAnonymously()
    const otherBrowser = new TestBrowser()
    const otherClient = await clientIn(otherBrowser, other.data.session)
    const start = await linkUrl(otherClient)
    const landed = await otherBrowser.walk(start, after, provider.login(newcomer(taken.email).name))
    expect(landed.searchParams.get('error_code')).toBe('email_exists')
  })

  test('takes the second factor where there is one, like unlinking and an ID token', async () => {
    const person = await personWithTotp(server)
    const weak = await secondSession(server, person)
    const refused = { status: 403, code: 'insufficient_aal' }
    const options = { redirectTo: `${server.url}/after`, skipBrowserRedirect: true }
    expect((await weak.auth.linkIdentity({ provider: 'keycloak', options })).error).toMatchObject(refused)
    const token = await provider.mint({ sub: randomUUID() })
    expect((await weak.auth.linkIdentity({ provider: 'keycloak', token })).error).toMatchObject(refused)
    expect((await person.client.auth.linkIdentity({ provider: 'keycloak', token })).error).toBeNull()
    const identities = (await weak.auth.getUserIdentities()).data?.identities ?? []
    const external = identities.find((identity) => identity.provider === 'keycloak')
    expect(external && (await weak.auth.unlinkIdentity(external)).error).toMatchObject(refused)
  })

  test('needs a session and the setting', async () => {
    const path = '/auth/v1/user/identities/authorize?provider=keycloak'
    expect((await server.fetch(path)).status).toBe(401)
    const own = await startServer(settingsFor(provider))
    onTestFinished(() => own.stop())
    const { client } = await signedInPerson(own)
    const linked = await client.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
    expect(linked.error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
      message: 'Manual linking is disabled',
    })
    const [identity] = (await client.auth.getUserIdentities()).data?.identities ?? []
    expect(identity && (await client.auth.unlinkIdentity(identity)).error?.code).toBe('manual_linking_disabled')
  })
})

describe('unlinking', () => {
  const identityOf = async (client: SupabaseClient, name: string) => {
    const found = (await client.auth.getUserIdentities()).data?.identities.find((entry) => entry.provider === name)
    if (!found) throw new Error(`no identity ${name}`)
    return found
  }

  test('takes a provider away, and never the last one', async () => {
    const { person, client } = await personWithTwo()
    const external = await identityOf(client, 'keycloak')
    expect((await client.auth.unlinkIdentity(external)).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.app_metadata.providers).toEqual(['email'])
    expect((await client.auth.unlinkIdentity(external)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    })
    const last = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    expect((await server.client().auth.signInWithPassword(person)).error).toBeNull()
  })

  test('an identity of somebody else is not found', async () => {
    const { client } = await personWithTwo()
    const other = await personWithTwo()
    const foreign = await identityOf(other.client, 'keycloak')
    expect((await client.auth.unlinkIdentity(foreign)).error?.code).toBe('identity_not_found')
    expect((await client.auth.unlinkIdentity({ ...foreign, identity_id: 'x' })).error).toMatchObject({ status: 404 })
  })

  test('taking the address away ends its password, and the account takes the address of the other', async () => {
    const { person, client, name } = await personWithTwo()
    expect((await client.auth.unlinkIdentity(await identityOf(client, 'email'))).error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({
      email: provider.accounts.get(name)?.email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    })
    expect((await server.client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials')
  })
})

describe('by ID token', () => {
  const sign = (token: string, nonce?: string) =>
    server.client().auth.signInWithIdToken({ provider: 'keycloak', token, ...(nonce && { nonce }) })
  const facts = (email = newEmail()) => ({ sub: randomUUID(), email, email_verified: true })

  test('opens a session, also by the name of the issuer and with a nonce', async () => {
    const claims = facts()
    const first = await sign(await provider.mint(claims))
    expect(first.error).toBeNull()
    expect(first.data.user).toMatchObject({ email: claims.email, app_metadata: { provider: 'keycloak' } })
    const nonce = createHash('sha256').update('drawn by the app').digest('hex')
    const token = await provider.mint({ ...claims, nonce })
    const second = await server
      .client()
      .auth.signInWithIdToken({ provider: provider.issuer, token, nonce: 'drawn by the app' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
  })

  test.each<[string, Record<string, unknown>, string | undefined, string]>([
    ['another audience', { aud: 'another' }, undefined, 'Unacceptable audience'],
    ['another party among several', { aud: ['quantumshield', 'b'], azp: 'b' }, undefined, 'Unacceptable audience'],
    ['another issuer', { iss: 'https://evil.test' }, undefined, 'Bad ID token'],
    ['expired', { exp: Math.floor(Date.now() / 1000) - 60 }, undefined, 'ID token has expired'],
    [
      'nonce only in the token',
      { nonce: 'x' },
      undefined,
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    ['nonce only passed', {}, 'x', 'Passed nonce and nonce in id_token should either both exist or not.'],
    ['nonce passed as it is', { nonce: 'x' }, 'x', 'Nonces mismatch'],
  ])('is refused: %s', async (_name, claims, nonce, message) => {
    const answer = await sign(await provider.mint({ ...facts(), ...claims }), nonce)
    expect(answer.error).toMatchObject({ status: 400, message })
  })

  test('is refused: signed by somebody else, or by nobody', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect((await sign(await provider.mint(facts(), privateKey))).error?.message).toBe('Bad ID token')
    const [, payload = ''] = (await provider.mint(facts())).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    expect((await sign(none)).error?.message).toBe('Bad ID token')
    const answer = await server.fetch('/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      body: JSON.stringify({ provider: 'keycloak', id_token: none }),
    })
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', error_description: 'Bad ID token' })
  })

  test('what is no ID token is refused, whether the provider can be reached or not', async () => {
    const keycloak = Object.entries(settingsFor(provider)).map(([name, value]) => [
      name,
      value.replace(provider.issuer, 'http://127.0.0.1:9'),
    ])
    const alone = await startServer(Object.fromEntries(keycloak))
    onTestFinished(() => alone.stop())
    for (const token of ['nonsense', 'a.b.c', `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.x`]) {
      const answer = await alone.client().auth.signInWithIdToken({ provider: 'keycloak', token })
      expect(answer.error).toMatchObject({ status: 400, message: 'Bad ID token' })
    }
  })

  test('an unverified address joins nobody', async () => {
    const person = await signedInPerson(server)
    const answer = await sign(await provider.mint({ ...facts(person.email), email_verified: false }))
    expect(answer.error?.code).toBe('provider_email_needs_verification')
  })

  test('links to the account of the bearer', async () => {
    const { client, session } = await signedInPerson(server)
    const token = await provider.mint(facts())
    const { data, error } = await client.auth.linkIdentity({ provider: 'keycloak', token })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(session.user.id)
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(2)
  })
})
