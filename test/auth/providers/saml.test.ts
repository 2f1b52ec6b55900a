import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ageRows } from '../../support/server/age-rows.ts'
import { newEmail, signedInPerson } from '../../support/people/people.ts'
import {
  type Answer,
  createSamlIdentityProvider,
  type Question,
  readQuestion,
  type SamlIdentityProvider,
} from '../../support/counterparts/saml-identity-provider.ts'
import { TestBrowser } from '../../support/test-browser.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

const DOMAIN = 'example.test'
let server: TestServer
let idp: SamlIdentityProvider
let providerId: string
beforeAll(async () => {
  idp = createSamlIdentityProvider()
  server = await startServer()
  const mapping = { keys: { email: { name: 'mail' }, department: { name: 'department' } } }
  const body = { type: 'saml', metadata_xml: idp.metadata, domains: [DOMAIN], attribute_mapping: mapping }
  const made = await admin('POST', '/auth/v1/admin/sso/providers', body)
  expect(made.status).toBe(201)
  providerId = ((await made.json()) as { id: string }).id
})
afterAll(() => server.stop())

function admin(method: string, target: string, body?: unknown, of = server): Promise<Response> {
  const key = fs.readFileSync(path.join(of.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(of.url + target, { method, headers: { apikey: key, authorization: `Bearer ${key}` }, ...init })
}

function clientIn(browser: TestBrowser, flowType: 'implicit' | 'pkce'): SupabaseClient {
  return createClient(server.url, server.secrets.publishableKeys[0], {
    auth: { autoRefreshToken: false, storageKey: randomUUID(), flowType },
    global: { fetch: browser.fetch },
  })
}

async function ask(
  browser: TestBrowser,
  client = clientIn(browser, 'implicit'),
  by: { domain: string } | { providerId: string } = { domain: DOMAIN },
): Promise<Question> {
  const { data, error } = await client.auth.signInWithSSO({ ...by, options: { redirectTo: `${server.url}/after` } })
  if (error) throw error
  return readQuestion(data.url)
}

/** Posts the answer as a browser does from another site: without cookies that are Lax. @returns where it is sent. */
async function post(fields: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '')
const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1))

async function signIn(answer: Omit<Answer, 'question'>): Promise<URLSearchParams> {
  const browser = new TestBrowser()
  const posted = await post(await idp.answer({ question: await ask(browser), ...answer }))
  expect(posted.status).toBe(303)
  const target = locationOf(posted)
  if (target.pathname === '/after') return fragment(target)
  return fragment(locationOf(await browser.fetch(target)))
}

async function refusalOf(answer: Promise<Record<string, string>>): Promise<string> {
  const posted = await post(await answer)
  const target = locationOf(posted)
  expect(target.pathname).toBe('/after')
  expect(fragment(target).has('access_token')).toBe(false)
  return target.searchParams.get('error_code') ?? ''
}

describe('signing in', () => {
  test('the implicit flow, by domain', async () => {
    const [email, nameId] = [newEmail(), randomUUID()]
    const tokens = await signIn({ email, nameId })
    const client = server.client()
    const { data } = await client.auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    })
    const name = `sso:${providerId}`
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { custom_claims: { department: 'Research' } },
      identities: [{ provider: name, id: nameId }],
    })
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([
      { method: 'sso/saml', provider: providerId },
    ])
    const again = await signIn({ email: newEmail(), nameId })
    expect((await client.auth.getUser(again.get('access_token') ?? '')).data.user?.id).toBe(data.user?.id)
  })

  test('the PKCE flow, by provider, needs no cookie', async () => {
    const client = clientIn(new TestBrowser(), 'pkce')
    const question = await ask(new TestBrowser(), client, { providerId })
    expect(question).toMatchObject({
      destination: 'https://idp.example.test/sso',
      acsUrl: `${server.url}/auth/v1/sso/saml/acs`,
      issuer: `${server.url}/auth/v1/sso/saml/metadata`,
    })
    const email = newEmail()
    const target = locationOf(await post(await idp.answer({ question, email })))
    expect(target.hash).toBe('')
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('an address of its domain opens the account that confirmed it', async () => {
    const person = await signedInPerson(server)
    const tokens = await signIn({ email: person.email })
    const { data } = await server.client().auth.getUser(tokens.get('access_token') ?? '')
    expect(data.user?.id).toBe(person.session.user.id)
  })

  test('who was provisioned signs in for the first time, and nobody else’s password stays', async () => {
    const email = newEmail()
    await server.database.owner(
      `select scim.change_person(null, authz.operator(), scim.provision(authz.operator(), $1), '{}')`,
      [email],
    )
    await server.client().auth.signUp({ email, password: 'the password of a stranger' })
    const tokens = await signIn({ email })
    const { data } = await server.client().auth.getUser(tokens.get('access_token') ?? '')
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) as string })
    const { rows } = await server.database.owner(
      'select encrypted_password, (select tenant_id = authz.operator() from public.profiles where user_id = u.id) as is_home from auth.users u where email = $1',
      [email],
    )
    expect(rows).toEqual([{ encrypted_password: null, is_home: true }])
  })

  test('an address outside its domains makes and opens nothing', async () => {
    expect((await signIn({ email: 'someone@elsewhere.test' })).get('error_code')).toBe(
      'provider_email_needs_verification',
    )
    expect((await signIn({ email: '' })).get('error_code')).toBe('provider_email_needs_verification')
  })

  test('the session is for the browser that began', async () => {
    const browser = new TestBrowser()
    const answer = await idp.answer({ question: await ask(browser), email: newEmail() })
    const finish = locationOf(await post(answer))
    const other = new TestBrowser()
    await ask(other)
    expect((await other.fetch(finish)).status).toBe(404)
    expect((await fetch(finish, { redirect: 'manual' })).status).toBe(404)
    expect(fragment(locationOf(await browser.fetch(finish))).has('access_token')).toBe(true)
    expect((await browser.fetch(finish)).status).toBe(404)
  })
})

describe('refusals', () => {
  test('an answer counts once', async () => {
    const answer = await idp.answer({ question: await ask(new TestBrowser()), email: newEmail() })
    expect((await post(answer)).status).toBe(303)
    const again = await post(answer)
    expect([again.status, await again.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'flow_state_already_used' }),
    ])
  })

  test('of five posts at once one is good', async () => {
    const answer = await idp.answer({ question: await ask(new TestBrowser()), email: newEmail() })
    const posted = await Promise.all(Array.from({ length: 5 }, () => post(answer)))
    const good = posted.filter(({ headers }) => headers.get('location')?.includes('/sso/saml/finish?pickup='))
    expect(good).toHaveLength(1)
  })

  test('an altered answer is refused, and does not spoil the good one', async () => {
    const question = await ask(new TestBrowser())
    const [email, wanted] = [newEmail(), newEmail()]
    const answer = await idp.answer({ question, email })
    const xml = Buffer.from(answer.SAMLResponse, 'base64').toString()
    expect(xml).toContain(email)
    const forged = Buffer.from(xml.replaceAll(email, wanted)).toString('base64')
    expect(await refusalOf(Promise.resolve({ ...answer, SAMLResponse: forged }))).toBe('validation_failed')
    const bare = Buffer.from(xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '')).toString('base64')
    expect(await refusalOf(Promise.resolve({ ...answer, SAMLResponse: bare }))).toBe('validation_failed')
    expect(locationOf(await post(answer)).pathname).toBe('/auth/v1/sso/saml/finish')
  })

  test('an answer that signs another assertion than the one inside', async () => {
    const question = await ask(new TestBrowser())
    const { SAMLResponse, RelayState } = await idp.answer({ question, email: newEmail() })
    const xml = Buffer.from(SAMLResponse, 'base64').toString()
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? []
    const evil = assertion
      .replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '')
      .replace(/ID="[^"]+"/, 'ID="_evil"')
      .replaceAll(/[\w-]+@example\.test/g, 'evil@example.test')
    for (const wrapped of [xml.replace(assertion, evil + assertion), xml.replace(assertion, assertion + evil)]) {
      const forged = Buffer.from(wrapped).toString('base64')
      expect(await refusalOf(Promise.resolve({ SAMLResponse: forged, RelayState }))).toBe('validation_failed')
    }
  })

  test('an answer to another question, even when its unsigned part names this one', async () => {
    const [mine, other] = [await ask(new TestBrowser()), await ask(new TestBrowser())]
    const answer = await idp.answer({ question: other, email: newEmail() })
    expect(await refusalOf(Promise.resolve({ ...answer, RelayState: mine.relayState }))).toBe('validation_failed')
    const xml = Buffer.from(answer.SAMLResponse, 'base64').toString()
    const renamed = xml.replace(`InResponseTo="${other.id}"`, `InResponseTo="${mine.id}"`)
    expect(renamed).not.toBe(xml)
    const forged = { SAMLResponse: Buffer.from(renamed).toString('base64'), RelayState: mine.relayState }
    expect(await refusalOf(Promise.resolve(forged))).toBe('validation_failed')
  })

  test('an answer that nobody asked for', async () => {
    const question = { ...(await ask(new TestBrowser())), relayState: '' }
    const posted = await post(await idp.answer({ question, email: newEmail() }))
    expect([posted.status, await posted.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'saml_relay_state_not_found' }),
    ])
    const unasked = await idp.answer({
      question: { ...(await ask(new TestBrowser())), id: '_made-up' },
      email: newEmail(),
    })
    expect(await refusalOf(Promise.resolve(unasked))).toBe('validation_failed')
  })

  const past = new Date(Date.now() - 3_600_000).toISOString()
  test.each<[string, Record<string, string>]>([
    ['for another audience', { Audience: 'https://another.test', EntityID: 'https://another.test' }],
    ['for another recipient', { SubjectRecipient: 'https://another.test/acs' }],
    ['by another issuer', { Issuer: 'https://another.test' }],
    ['expired', { ConditionsNotOnOrAfter: past }],
    ['whose confirmation has expired', { SubjectConfirmationDataNotOnOrAfter: past }],
    ['about nobody in particular', { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('an assertion %s', async (_name, changes) => {
    const question = await ask(new TestBrowser())
    expect(await refusalOf(idp.answer({ question, email: newEmail(), changes }))).toBe('validation_failed')
  })

  test('an assertion by somebody else’s key, or without a signature of its own', async () => {
    const question = await ask(new TestBrowser())
    const stranger = { ...createSamlIdentityProvider() }
    const changes = { Issuer: idp.entityId }
    expect(await refusalOf(stranger.answer({ question, email: newEmail(), changes }))).toBe('validation_failed')
    const unsigned = idp.answer({ question, email: newEmail(), isAssertionSigned: false })
    expect(await refusalOf(unsigned)).toBe('validation_failed')
  })

  test('a question that is too old', async () => {
    const answer = await idp.answer({ question: await ask(new TestBrowser()), email: newEmail() })
    await ageRows(server.database, { table: 'auth.sso_requests', where: 'true', values: [] }, '601 seconds')
    expect((await post(answer)).status).toBe(422)
  })

  test('an unknown domain, both or none; and off without a provider', async () => {
    const client = server.client()
    expect((await client.auth.signInWithSSO({ domain: 'unknown.test' })).error).toMatchObject({
      status: 404,
      code: 'sso_provider_not_found',
    })
    expect((await server.fetch('/auth/v1/sso', { method: 'POST', body: '{}' })).status).toBe(400)
    const plain = await startServer()
    onTestFinished(() => plain.stop())
    expect((await plain.client().auth.signInWithSSO({ domain: DOMAIN })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
    expect(await (await plain.fetch('/auth/v1/settings')).json()).toMatchObject({ saml_enabled: false })
    expect(await (await server.fetch('/auth/v1/settings')).json()).toMatchObject({ saml_enabled: true })
  })

  test('switched off, whatever providers there are', async () => {
    const off = await startServer({ AUTH_SAML_ENABLED: 'false' })
    onTestFinished(() => off.stop())
    const disabled = { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' }
    const body = { type: 'saml', metadata_xml: idp.metadata, domains: [DOMAIN] }
    const added = await admin('POST', '/auth/v1/admin/sso/providers', body, off)
    expect(added.status).toBe(201)
    // Nor is an identity of it a way that a rule about sign-ins takes.
    const { user } = (await signedInPerson(off)).session
    const { id } = (await added.json()) as { id: string }
    await off.database.owner(
      "insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'sso:' || $2, $3, '{}')",
      [user.id, id, randomUUID()],
    )
    const asked = "select authz.has_way($1, 'provider') as off, authz.has_way($1, 'provider', $2) as on"
    expect((await off.database.owner(asked, [user.id, { saml: '' }])).rows).toEqual([{ off: false, on: true }])
    expect((await off.client().auth.signInWithSSO({ domain: DOMAIN })).error).toMatchObject({
      status: 404,
      ...disabled,
    })
    for (const [method, path] of [
      ['POST', '/sso'],
      ['GET', '/sso/saml/metadata'],
      ['POST', '/sso/saml/acs'],
      ['GET', '/sso/saml/finish'],
    ]) {
      const answer = await off.fetch(`/auth/v1${path}`, { method: method ?? '' })
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, expect.objectContaining(disabled)])
    }
    expect(await (await off.fetch('/auth/v1/settings')).json()).toMatchObject({ saml_enabled: false })
  })
})
