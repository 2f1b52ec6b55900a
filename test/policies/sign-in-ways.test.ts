import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteAccount } from '#vault/account/delete-account.ts'
import { SIGN_IN_WAYS } from '#contract/organisation/policies.ts'
import { type IdentityProvider, settingsFor, startIdentityProvider } from '../support/counterparts/identity-provider.ts'
import { addSoftPasskey, signInBySoftPasskey } from '../support/people/passkeys.ts'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { enrolTotp, proveTotp, secondSession } from '../support/people/second-factor.ts'
import { TestBrowser } from '../support/test-browser.ts'
import { personWithVault, VAULT_PASSWORD } from '../support/people/vault-person.ts'
import {
  anna,
  giveRole,
  guard,
  haveRules,
  idOf,
  moveAway,
  server,
  sessionIdOf,
  setRules,
  stagePolicies,
} from './policy-stage.ts'

let provider: IdentityProvider
beforeAll(async () => {
  provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
})
stagePolicies(() => ({ ...settingsFor(provider), AUTH_MANUAL_LINKING: 'true' }))
afterAll(() => provider.stop())
afterEach(() => haveRules({}))

const requireWays = (ways: string, atMs = Date.now() - 60_000) =>
  haveRules({ sign_in_by: ways, sign_in_from: new Date(atMs).toISOString() })
const inAWeek = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString()
const opens = async (client: SupabaseClient) => (await client.from('file_records').select('id')).error
const refused = { code: 'sign_in_way_required' }
const refusedByAuth = { error: { status: 403, code: 'sign_in_way_required' } }
const callAs = (token: string, path: string, body?: unknown) =>
  server.fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Signs in at the provider as somebody whom it knows by this address. */
async function askProvider(client: SupabaseClient, email: string, sub: string = randomUUID()) {
  const token = await provider.mint({ sub, email, email_verified: true })
  return client.auth.signInWithIdToken({ provider: 'keycloak', token })
}

/** A session that the provider opened, of the account with this address. */
async function signInByProvider(email: string, sub?: string): Promise<SupabaseClient> {
  const client = server.client()
  const { error } = await askProvider(client, email, sub)
  if (error) throw error
  return client
}

async function identitiesOf(person: Person): Promise<string[]> {
  const { rows } = await server.database.owner<{ provider: string }>(
    'select provider from auth.identities where user_id = $1 order by created_at',
    [idOf(person)],
  )
  return rows.map((row) => row.provider)
}

async function personWithPasskey(): Promise<Person & Awaited<ReturnType<typeof addSoftPasskey>>> {
  const person = await signedInPerson(server)
  const passkey = await addSoftPasskey(server, person.client)
  if (passkey.error) throw passkey.error
  return { ...person, ...passkey }
}

test('before its date the rule refuses nobody', async () => {
  await requireWays('either', Date.now() + 60_000)
  expect(await opens(anna.client)).toBeNull()
  // It is said before.
  expect((await anna.client.rpc('own_security')).data).toMatchObject({ fits_ways: false, takes_passkey: true })
})

// These three first, while the clock of the server is near to that of the app.
test('a second factor comes after the way, in the same session', async () => {
  const dora = await signedInPerson(server)
  const past = new Date(Date.now() - 60_000).toISOString()
  await haveRules({ sign_in_by: 'provider', sign_in_from: past, second_factor_from: past })
  expect(await opens(dora.client)).toMatchObject(refused)
  const client = await signInByProvider(dora.email)
  expect(await opens(client)).toMatchObject({ code: 'second_factor_required' })
  await proveTotp(server, client, await enrolTotp(client))
  expect(await opens(client)).toBeNull()
})

test('who adds a rule meets the one that is there, in the same session', async () => {
  const pat = await signedInPerson(server)
  await giveRole(pat, 'security_admin')
  const client = await signInByProvider(pat.email)
  const [factor, way] = [{ second_factor_from: inAWeek() }, { sign_in_by: 'provider', sign_in_from: inAWeek() }]
  await haveRules(factor)
  expect((await setRules({ ...pat, client }, way)).error).toMatchObject({ code: 'QS431' })
  await haveRules(way)
  expect((await setRules(guard, factor)).error).toMatchObject({ code: 'QS493' })
  // Taking away alone is done in any session.
  expect((await setRules(guard, { sign_in_by: null, sign_in_from: null })).error).toBeNull()
  await proveTotp(server, client, await enrolTotp(client))
  expect((await setRules({ ...pat, client }, { ...factor, ...way })).error).toBeNull()
})

test('where a provider alone and a second factor are required, a passkey is none, and an app is set up in its place', async () => {
  const pia = await personWithPasskey()
  const client = await signInByProvider(pia.email)
  const past = new Date(Date.now() - 60_000).toISOString()
  await haveRules({ sign_in_by: 'provider', sign_in_from: past, second_factor_from: past })
  expect(await opens(client)).toMatchObject({ code: 'second_factor_required' })
  const { data } = await client.auth.getSession()
  expect(await (await callAs(data.session?.access_token ?? '', '/threats/v1/mine')).json()).toMatchObject({
    second_factor_required_by: expect.any(String),
    takes_passkey: false,
  })
  const factor = await enrolTotp(client)
  await proveTotp(server, client, factor)
  expect(await opens(client)).toBeNull()
})

test('where both are required, who knows the password alone does nothing to an account whose only way is a passkey', async () => {
  const pia = await personWithPasskey()
  const past = new Date(Date.now() - 60_000).toISOString()
  await haveRules({ sign_in_by: 'provider', sign_in_from: past, second_factor_from: past })
  const thief = await secondSession(server, pia)
  const passkeyFirst = { error: { status: 403, code: 'second_factor_required' } }
  expect(await thief.auth.mfa.enroll({ factorType: 'totp' })).toMatchObject(passkeyFirst)
  expect(await addSoftPasskey(server, thief)).toMatchObject(passkeyFirst)
  expect(await thief.auth.passkey.delete({ passkeyId: pia.id })).toMatchObject(passkeyFirst)
  expect(await thief.auth.updateUser({ email: newEmail(), current_password: pia.password })).toMatchObject(passkeyFirst)
  const token = await provider.mint({ sub: randomUUID(), email: newEmail(), email_verified: true })
  expect(await thief.auth.linkIdentity({ provider: 'keycloak', token })).toMatchObject(passkeyFirst)
  // Its owner signs in by the passkey and links the provider, whose session adds the app.
  const [own, sub] = [await signInBySoftPasskey(server, pia.device), randomUUID()]
  const linked = await own.auth.linkIdentity({ provider: 'keycloak', token: await provider.mint({ sub }) })
  expect(linked.error).toBeNull()
  const client = await signInByProvider(pia.email, sub)
  expect((await client.auth.getUser()).data.user?.id).toBe(idOf(pia))
  await proveTotp(server, client, await enrolTotp(client))
  expect(await opens(client)).toBeNull()
})

test('from its date a session by password gets a coded error everywhere, and never an empty list, also one of before', async () => {
  await requireWays('either')
  const token = anna.session.access_token
  for (const table of ['file_records', 'folders', 'share_links', 'file_access', 'organisation_policies']) {
    const answer = await callAs(token, `/rest/v1/${table}?select=*`)
    expect(answer.status, table).toBe(403)
    expect(await answer.json(), table).toMatchObject(refused)
  }
  const object = await callAs(token, '/storage/v1/object/encrypted-files/x/y')
  expect(await object.json()).toMatchObject({ statusCode: '403', code: 'SignInWayRequired' })
  for (const path of ['vault/keys', 'team/invitations']) {
    expect(await (await callAs(token, `/auth/v1/${path}`, {})).json(), path).toMatchObject(refused)
  }
  expect(await (await callAs(token, '/functions/v1/send-support-email', {})).json()).toMatchObject(refused)
  expect(await (await callAs(token, '/threats/v1/mine')).json()).toMatchObject({
    second_factor_required_by: null,
    sign_in_required: { by: expect.any(String), ways: 'either' },
  })
  // Renewing makes it no other session.
  const renewed = await anna.client.auth.refreshSession()
  expect(renewed.error).toBeNull()
  expect(await opens(anna.client)).toMatchObject(refused)
})

// A server that has not heard of the rule yet asks the database in the same transaction.
test('the database refuses by itself', async () => {
  await requireWays('either')
  const { access_token: token, user } = anna.session
  const claims = { sub: user.id, role: 'authenticated', session_id: sessionIdOf(token), exp: 0 } as const
  for (const text of ['select * from public.team_members()', 'select * from public.own_sessions()']) {
    const answer = server.database.oneAsCaller({ role: 'authenticated', claims }, { text })
    await expect(answer, text).rejects.toMatchObject({ code: 'QS492' })
  }
})

test.each(SIGN_IN_WAYS)('%s: a session of such a way opens the vault, and one of another does not', async (ways) => {
  const pia = await personWithPasskey()
  const byPasskey = await signInBySoftPasskey(server, pia.device)
  const byProvider = await signInByProvider(pia.email)
  await requireWays(ways)
  expect((await opens(byPasskey)) === null, 'by passkey').toBe(ways !== 'provider')
  expect((await opens(byProvider)) === null, 'by provider').toBe(ways !== 'passkey')
  expect(await opens(pia.client)).toMatchObject(refused)
})

test.each(['sso/saml', 'otp', 'recovery', 'web3', 'anonymous', 'totp'])(
  'a session opened by %s is judged by that',
  async (method) => {
    const person = await signedInPerson(server)
    const amr = JSON.stringify([{ method, timestamp: 1 }])
    await server.database.owner('update auth.sessions set amr = $1 where user_id = $2', [amr, person.session.user.id])
    await requireWays('either')
    expect((await opens(person.client)) === null).toBe(method === 'sso/saml')
  },
)

test('somebody new signs up, adds a passkey with the password and signs in by it', async () => {
  await requireWays('passkey')
  const ben = await signedInPerson(server)
  expect(await opens(ben.client)).toMatchObject(refused)
  const { device, error } = await addSoftPasskey(server, ben.client)
  expect(error).toBeNull()
  expect(await opens(ben.client)).toMatchObject(refused)
  expect(await opens(await signInBySoftPasskey(server, device))).toBeNull()
})

test('signing in by the provider adds it to the account of the verified address', async () => {
  await requireWays('provider')
  const cleo = await signedInPerson(server)
  const client = await signInByProvider(cleo.email)
  expect((await client.auth.getUser()).data.user?.id).toBe(cleo.session.user.id)
  expect(await opens(client)).toBeNull()
})

test('who knows the password alone puts no way of their own in the place of one that the account has', async () => {
  const pia = await personWithPasskey()
  await requireWays('either')
  const thief = await secondSession(server, pia)
  expect(await addSoftPasskey(server, thief)).toMatchObject(refusedByAuth)
  expect(await thief.auth.passkey.delete({ passkeyId: pia.id })).toMatchObject(refusedByAuth)
  expect(await thief.auth.mfa.enroll({ factorType: 'totp' })).toMatchObject(refusedByAuth)
  for (const change of [{ password: 'a password of the thief' }, { email: newEmail() }]) {
    expect(await thief.auth.updateUser({ ...change, current_password: pia.password })).toMatchObject(refusedByAuth)
  }
  const own = await signInBySoftPasskey(server, pia.device)
  expect((await addSoftPasskey(server, own)).error).toBeNull()
  const { error } = await own.auth.updateUser({ password: 'another good password', current_password: pia.password })
  expect(error).toBeNull()
})

test('who knows the password alone ends no session of the owner of an account that has a way', async () => {
  const pia = await personWithPasskey()
  await requireWays('either')
  const [own, thief] = [await signInBySoftPasskey(server, pia.device), await secondSession(server, pia)]
  // The client makes a success of this refusal.
  const endOthers = async (client: SupabaseClient) => {
    const { data } = await client.auth.getSession()
    return (await callAs(data.session?.access_token ?? '', '/auth/v1/logout?scope=others', {})).json()
  }
  expect(await endOthers(thief)).toMatchObject(refused)
  expect((await thief.auth.signOut({ scope: 'global' })).error).toBeNull()
  expect((await thief.auth.getSession()).data.session).toBeNull()
  server.clock.advance(2)
  expect(await opens(own)).toBeNull()
  await haveRules({ second_factor_from: new Date(Date.now() - 60_000).toISOString() })
  const again = await secondSession(server, pia)
  expect(await endOthers(again)).toMatchObject({ code: 'second_factor_required' })
  expect((await own.auth.signOut({ scope: 'global' })).error).toBeNull()
})

test('a provider that was to be linked before the day is not linked by a session that does not fit any longer', async () => {
  const [pia, name, browser] = [await personWithPasskey(), randomUUID(), new TestBrowser()]
  provider.accounts.set(name, { email: newEmail(), email_verified: true })
  const client = createClient(server.url, server.secrets.publishableKeys[0], {
    auth: { autoRefreshToken: false, storageKey: randomUUID() },
    global: { fetch: browser.fetch },
  })
  await client.auth.setSession(pia.session)
  const options = { redirectTo: `${server.url}/after`, skipBrowserRedirect: true }
  const { data } = await client.auth.linkIdentity({ provider: 'keycloak', options })
  await requireWays('either')
  const landed = await browser.walk(data?.url ?? '', ({ pathname }) => pathname === '/after', provider.login(name))
  expect(landed.searchParams.get('error_code')).toBe('sign_in_way_required')
  expect(await identitiesOf(pia)).toEqual(['email'])
})

test('a passkey does not count where a provider alone is required, so one is lost without harm', async () => {
  const pia = await personWithPasskey()
  await requireWays('provider')
  const again = await secondSession(server, pia)
  expect((await again.auth.passkey.delete({ passkeyId: pia.id })).error).toBeNull()
})

test.each(['passkey', 'either'])(
  '%s: a provider that knows the address joins no account that has a passkey',
  async (ways) => {
    const pia = await personWithPasskey()
    await requireWays(ways)
    expect(await askProvider(server.client(), pia.email)).toMatchObject(refusedByAuth)
    expect(await identitiesOf(pia)).toEqual(['email'])
    // The refusal takes everything back but this.
    const { rows } = await server.database.owner(
      "select status, details from system_audit_log where event_type = 'login.failed' and user_id = $1",
      [idOf(pia)],
    )
    expect(rows).toMatchObject([{ status: 'failure', details: { reason: 'sign_in_way', method: 'keycloak' } }])
  },
)

test('where a provider is required, another identity with the address joins no account that has one', async () => {
  const [pia, sub] = [await personWithPasskey(), randomUUID()]
  await requireWays('provider')
  // The first: a passkey is no way that fits.
  await signInByProvider(pia.email, sub)
  expect(await askProvider(server.client(), pia.email)).toMatchObject(refusedByAuth)
  expect(await opens(await signInByProvider(pia.email, sub))).toBeNull()
  expect(await identitiesOf(pia)).toEqual(['email', 'keycloak'])
})

test.each([
  ['google', {}],
  [`sso:${randomUUID()}`, {}],
  ['keycloak', { iss: 'https://keycloak.test/realms/before' }],
])('an identity of a provider that the server does not have, %s %o, is no way', async (name, data) => {
  const ben = await signedInPerson(server)
  const counted = async () => (await guard.client.rpc('policy_counts')).data.without_provider
  const before = await counted()
  await server.database.owner(
    'insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, $2, $3, $4)',
    [idOf(ben), name, randomUUID(), data],
  )
  expect(await counted()).toBe(before)
  await requireWays('provider')
  expect(await opens(await signInByProvider(ben.email))).toBeNull()
})

test('counts of the rules are what is asked of each person', async () => {
  await personWithPasskey()
  const both = await personWithPasskey()
  await signInByProvider(both.email)
  await signInByProvider((await signedInPerson(server)).email)
  const { rows } = await server.database.owner<Record<string, string>>(
    `select count(*) as people,
            count(*) filter (where not authz.has_app(u.id)) as without_app,
            count(*) filter (where not authz.has_app(u.id) and not authz.has_way(u.id, 'passkey')) as without_factor,
            count(*) filter (where not authz.has_way(u.id, 'passkey')) as without_passkey,
            count(*) filter (where not authz.has_way(u.id, 'provider')) as without_provider,
            count(*) filter (where not authz.has_way(u.id, 'either')) as without_either
     from public.profiles p join auth.users u on u.id = p.user_id join public.tenants t on t.id = p.tenant_id
     where t.is_default and u.deleted_at is null and not u.is_anonymous
       and not exists (select from public.former_members f where f.user_id = p.user_id)`,
  )
  const asked = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]))
  expect((await guard.client.rpc('policy_counts')).data).toMatchObject(asked)
  // Each count is of somebody, and of fewer than all.
  const { people, ...without } = asked
  for (const count of Object.values(without)) {
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(people ?? 0)
  }
})

test('an issuer with a slash at its end is the same one', async () => {
  const pia = await signedInPerson(server)
  await signInByProvider(pia.email)
  const hasWay = async () =>
    (await server.database.owner<{ has: boolean }>(`select authz.has_way($1, 'provider') as has`, [idOf(pia)])).rows[0]
      ?.has
  for (const [slash, has] of [
    ['/', true],
    ['/other', false],
  ] as const) {
    await server.database.owner(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('iss', (identity_data ->> 'iss') || $2)
       where user_id = $1 and provider = 'keycloak'`,
      [idOf(pia), slash],
    )
    expect(await hasWay(), slash).toBe(has)
  }
})

test('each server judges by the providers that it has itself, whichever started last', async () => {
  const { providers } = (await server.database.owner('select providers from auth.installation')).rows[0] ?? {}
  onTestFinished(() =>
    server.database.owner('update auth.installation set providers = $1', [providers]).then(() => undefined),
  )
  const pia = await signedInPerson(server)
  await signInByProvider(pia.email)
  await server.database.owner("update auth.installation set providers = '{}'")
  await requireWays('provider')
  expect(await askProvider(server.client(), pia.email)).toMatchObject(refusedByAuth)
  expect(await addSoftPasskey(server, await secondSession(server, pia))).toMatchObject(refusedByAuth)
})

test('a session of a passkey that is gone requires passkeys of nobody', async () => {
  const pia = await personWithPasskey()
  await giveRole(pia, 'security_admin')
  const client = await signInBySoftPasskey(server, pia.device)
  await server.database.owner('update auth.sessions set proven_at = clock_timestamp() where user_id = $1', [idOf(pia)])
  await server.database.owner('delete from auth.passkeys where user_id = $1', [idOf(pia)])
  const wanted = { sign_in_by: 'passkey', sign_in_from: inAWeek() }
  expect((await setRules({ ...pia, client }, wanted)).error).toMatchObject({ code: 'QS493' })
})

test('nothing of the vault is deleted on the way', async () => {
  const vera = await personWithVault(server)
  await requireWays('passkey')
  await expect(deleteAccount(vera.api, vera.email, VAULT_PASSWORD)).rejects.toMatchObject(refused)
})

test('another organisation is untouched', async () => {
  const olga = await signedInPerson(server)
  await moveAway(olga)
  await requireWays('either')
  expect(await opens(olga.client)).toBeNull()
})

test('an operator ends the rule with the secret key', async () => {
  await requireWays('provider')
  const apikey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const answer = await server.fetch('/rest/v1/organisation_policies?sign_in_by=not.is.null', {
    method: 'PATCH',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ sign_in_by: null, sign_in_from: null }),
  })
  expect(answer.status).toBe(204)
  server.clock.advance(2)
  expect(await opens(anna.client)).toBeNull()
})
