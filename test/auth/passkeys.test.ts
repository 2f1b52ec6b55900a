import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ageRows } from '../support/server/age-rows.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { assuranceOf, personWithTotp, proveTotp, secondSession } from '../support/people/second-factor.ts'
import { SoftAuthenticator } from '../support/counterparts/soft-authenticator.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ AUTH_ANONYMOUS: 'true' })
})
afterAll(() => server.stop())

type Lies = Parameters<SoftAuthenticator['get']>[1]

async function register(client: SupabaseClient, device = new SoftAuthenticator(server.url), lies: Lies = {}) {
  const begun = await client.auth.passkey.startRegistration()
  if (begun.error) throw begun.error
  const credential = device.create(begun.data.options, lies)
  const answer = await client.auth.passkey.verifyRegistration({ challengeId: begun.data.challenge_id, credential })
  return { ...answer, device, begun: begun.data, credential }
}

async function signIn(device: SoftAuthenticator, lies: Lies = {}, client = server.client()) {
  const begun = await client.auth.passkey.startAuthentication()
  if (begun.error) throw begun.error
  const credential = device.get(begun.data.options, lies)
  const challengeId = begun.data.challenge_id
  return {
    client,
    challengeId,
    credential,
    answer: await client.auth.passkey.verifyAuthentication({ challengeId, credential }),
  }
}

async function withPasskey(): Promise<Person & { device: SoftAuthenticator; id: string }> {
  const person = await signedInPerson(server)
  const { data, error, device } = await register(person.client)
  if (error) throw error
  return { ...person, device, id: data.id }
}

const refused = (status: number, code: string) => ({ error: { status, code } })

test('settings say that there are passkeys', async () => {
  expect(await (await server.fetch('/auth/v1/settings')).json()).toMatchObject({ passkeys_enabled: true })
})

describe('a passkey', () => {
  test('is made for this site, found without a name, and asks its owner', async () => {
    const { client, email, session } = await signedInPerson(server)
    const asked = Math.floor(Date.now() / 1000)
    const { data, error, begun } = await register(client)
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.any(String), created_at: expect.any(String) })
    expect(begun.expires_at).toBeGreaterThanOrEqual(asked + 300)
    expect(begun.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
    expect(begun.options).toMatchObject({
      rp: { id: '127.0.0.1' },
      user: { name: email, id: Buffer.from(session.user.id.replaceAll('-', ''), 'hex').toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
    // ES256 is what every authenticator has; ML-DSA-44 comes first where there is one.
    expect(begun.options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-48, -8, -7, -257])
    expect((await server.mailbox.next(email)).text).toContain('passkey was added')
    const again = await client.auth.passkey.startRegistration()
    expect(again.data?.options.excludeCredentials).toHaveLength(1)
  })

  test('signs in, and a second factor is still asked for', async () => {
    const person = await personWithTotp(server)
    const { device } = await register(person.client)
    const { answer, client } = await signIn(device)
    expect(answer.error).toBeNull()
    expect(answer.data?.user?.id).toBe(person.session.user.id)
    expect(await assuranceOf(client)).toEqual({ aal: 'aal1', methods: ['passkey'] })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal2')
    await proveTotp(server, client, person.factor)
    expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['totp', 'passkey'] })
  })

  test('is listed, named and removed by its owner alone', async () => {
    const { client, device, id } = await withPasskey()
    await signIn(device)
    expect((await client.auth.passkey.list()).data).toEqual([
      {
        id,
        credential_id: device.id.toString('base64url'),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ])
    const named = await client.auth.passkey.update({ passkeyId: id, friendlyName: 'Laptop' })
    expect(named.data).toMatchObject({ id, friendly_name: 'Laptop' })

    const stranger = (await signedInPerson(server)).client.auth.passkey
    expect((await stranger.list()).data).toEqual([])
    const gone = refused(404, 'webauthn_credential_not_found')
    expect(await stranger.update({ passkeyId: id, friendlyName: 'Mine' })).toMatchObject(gone)
    expect(await stranger.delete({ passkeyId: id })).toMatchObject(gone)

    expect((await client.auth.passkey.delete({ passkeyId: id })).error).toBeNull()
    expect((await client.auth.passkey.list()).data).toEqual([])
    expect((await signIn(device)).answer).toMatchObject(refused(400, 'webauthn_verification_failed'))
  })

  test('what extensions return is not kept', async () => {
    const { session } = await withPasskey()
    const { rows } = await server.database.owner<{ row: string }>(
      'select p::text as row from auth.passkeys p where user_id = $1',
      [session.user.id],
    )
    expect(rows[0]?.row).not.toContain(Buffer.from('a key that must').toString('hex'))
    expect(rows[0]?.row).toContain('{hybrid,internal}')
  })
})

describe('registration refuses', () => {
  test.each<[string, NonNullable<Lies>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an owner who did not show', { isUserVerified: false }],
  ])('%s', async (_name, lies) => {
    const { client } = await signedInPerson(server)
    expect(await register(client, undefined, lies)).toMatchObject(refused(400, 'webauthn_verification_failed'))
  })

  test('challenges that were used, expired, of somebody else or of a sign-in', async () => {
    const { client } = await signedInPerson(server)
    const { begun, credential } = await register(client)
    const verify = (challengeId: string, by = client) => by.auth.passkey.verifyRegistration({ challengeId, credential })
    const notFound = refused(400, 'webauthn_challenge_not_found')
    expect(await verify(begun.challenge_id)).toMatchObject(notFound)
    expect(await verify(randomUUID())).toMatchObject(notFound)
    const open = (await client.auth.passkey.startRegistration()).data?.challenge_id ?? ''
    expect(await verify(open, (await signedInPerson(server)).client)).toMatchObject(notFound)
    const ofSignIn = (await client.auth.passkey.startAuthentication()).data?.challenge_id ?? ''
    expect(await verify(ofSignIn)).toMatchObject(notFound)
    await expire(open)
    expect(await verify(open)).toMatchObject(refused(400, 'webauthn_challenge_expired'))
  })

  test('a credential that is known', async () => {
    const { device } = await withPasskey()
    const other = await signedInPerson(server)
    expect(await register(other.client, device)).toMatchObject(refused(422, 'webauthn_credential_exists'))
  })

  test('more than ten, also when they began before', async () => {
    const { client } = await signedInPerson(server)
    const early = await client.auth.passkey.startRegistration()
    for (let count = 0; count < 10; count += 1) expect((await register(client)).error).toBeNull()
    expect(await client.auth.passkey.startRegistration()).toMatchObject(refused(422, 'too_many_passkeys'))
    const options = early.data?.options
    const credential = new SoftAuthenticator(server.url).create(options ?? { challenge: '', rp: {}, user: { id: '' } })
    const late = { challengeId: early.data?.challenge_id ?? '', credential }
    expect(await client.auth.passkey.verifyRegistration(late)).toMatchObject(refused(422, 'too_many_passkeys'))
  })

  test('visitors, nobody, and sessions that have not proven the second factor', async () => {
    const visitor = server.client()
    await visitor.auth.signInAnonymously()
    expect(await visitor.auth.passkey.startRegistration()).toMatchObject(refused(403, 'no_authorization'))
    expect(await visitor.auth.passkey.list()).toMatchObject(refused(403, 'no_authorization'))
    const nobody = await server.fetch('/auth/v1/passkeys/registration/options', { method: 'POST' })
    expect(nobody.status).toBe(401)

    const person = await personWithTotp(server)
    const { data } = await register(person.client)
    const weak = (await secondSession(server, person)).auth.passkey
    const insufficient = refused(403, 'insufficient_aal')
    expect(await weak.startRegistration()).toMatchObject(insufficient)
    expect(await weak.delete({ passkeyId: data?.id ?? '' })).toMatchObject(insufficient)
  })

  test('bodies that are none', async () => {
    const { session } = await signedInPerson(server)
    for (const body of [{}, { challenge_id: randomUUID() }, { challenge_id: 'x', credential: {} }]) {
      const answer = await server.fetch('/auth/v1/passkeys/registration/verify', {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify(body),
      })
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed'])
    }
  })
})

describe('sign-in refuses', () => {
  test.each<[string, NonNullable<Lies>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an owner who did not show', { isUserVerified: false }],
    ['a copy, whose count lags behind', { count: 1 }],
  ])('%s', async (_name, lies) => {
    const { device } = await withPasskey()
    expect((await signIn(device)).answer.error).toBeNull()
    expect((await signIn(device, lies)).answer).toMatchObject(refused(400, 'webauthn_verification_failed'))
  })

  test('an answer that was used, another signature, another handle', async () => {
    const { device } = await withPasskey()
    const { client, challengeId, credential } = await signIn(device)
    expect(await client.auth.passkey.verifyAuthentication({ challengeId, credential })).toMatchObject(
      refused(400, 'webauthn_challenge_not_found'),
    )
    const failed = refused(400, 'webauthn_verification_failed')
    const begun = await client.auth.passkey.startAuthentication()
    const options = begun.data?.options ?? { challenge: '' }
    const mixed = { ...device.get(options), response: { ...device.get(options).response, signature: 'AAAA' } }
    const answer = { challengeId: begun.data?.challenge_id ?? '', credential: mixed }
    expect(await client.auth.passkey.verifyAuthentication(answer)).toMatchObject(failed)
    // A wrong answer uses the challenge up too.
    expect(await client.auth.passkey.verifyAuthentication(answer)).toMatchObject(
      refused(400, 'webauthn_challenge_not_found'),
    )
    device.userHandle = Buffer.alloc(16).toString('base64url')
    expect((await signIn(device)).answer).toMatchObject(failed)
    device.userHandle = undefined
    expect((await signIn(device)).answer).toMatchObject(failed)
  })

  test('a late answer, an unknown device, a banned owner', async () => {
    const { device, session } = await withPasskey()
    const client = server.client()
    const begun = await client.auth.passkey.startAuthentication()
    const challengeId = begun.data?.challenge_id ?? ''
    await expire(challengeId)
    const credential = device.get(begun.data?.options ?? { challenge: '' })
    expect(await client.auth.passkey.verifyAuthentication({ challengeId, credential })).toMatchObject(
      refused(400, 'webauthn_challenge_expired'),
    )
    const unknown = new SoftAuthenticator(server.url)
    expect((await signIn(unknown)).answer).toMatchObject(refused(400, 'webauthn_verification_failed'))
    await server.database.owner(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      session.user.id,
    ])
    expect((await signIn(device)).answer).toMatchObject(refused(403, 'user_banned'))
  })

  test('too many tries from one address', async () => {
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
    onTestFinished(() => strict.stop())
    const { passkey } = strict.client().auth
    const answers = []
    for (let count = 0; count < 32; count += 1) answers.push(await passkey.startAuthentication())
    expect(answers[29]?.error).toBeNull()
    expect(answers.at(-1)).toMatchObject(refused(429, 'over_request_rate_limit'))
  })
})

test('an administrator sees the passkeys of an account and removes one', async () => {
  const { session, id } = await withPasskey()
  const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const { passkey } = createClient(server.url, secretKey, { auth: { persistSession: false } }).auth.admin
  const userId = session.user.id
  expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id }])
  expect((await passkey.deletePasskey({ userId, passkeyId: id })).error).toBeNull()
  expect(await passkey.deletePasskey({ userId, passkeyId: id })).toMatchObject(
    refused(404, 'webauthn_credential_not_found'),
  )
})

async function expire(challengeId: string): Promise<void> {
  const challenges = { table: 'auth.passkey_challenges', where: 'r.id = $1', values: [challengeId] }
  await ageRows(server.database, challenges, '301 seconds')
}
