import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, signedInPerson } from '../../support/people/people.ts'
import {
  assuranceOf,
  codeOf,
  enrolTotp,
  personWithTotp,
  proveTotp,
  secondSession,
} from '../../support/people/second-factor.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('an authenticator app', () => {
  test('is enrolled by a secret that is shown once, and counts from its first code on', async () => {
    const { client, email } = await signedInPerson(server)
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))

    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Example' })
    expect(enrolled.error).toBeNull()
    const { id, totp } = enrolled.data as Extract<typeof enrolled.data, { type: 'totp' }>
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(decodeURIComponent(totp.uri)).toContain(`otpauth://totp/Example:${email}?`)
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ id, friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' }],
    })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })

    const asked = Math.floor(Date.now() / 1000)
    const challenge = await client.auth.mfa.challenge({ factorId: id })
    expect(challenge.data).toMatchObject({ id: expect.any(String), type: 'totp' })
    const expiry = challenge.data?.expires_at
    expect(expiry).toBeGreaterThanOrEqual(asked + 300)
    expect(expiry).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
    const challengeId = challenge.data?.id ?? ''
    const verified = await client.auth.mfa.verify({ factorId: id, challengeId, code: codeOf(totp.secret) })

    expect(verified.error).toBeNull()
    expect(verified.data?.user.factors).toMatchObject([{ id, status: 'verified' }])
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['totp', 'password'] })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['totp', 'password'] })
    const shown = JSON.stringify((await client.auth.getUser()).data)
    expect(shown).not.toContain(totp.secret)
    expect((await server.mailbox.next(email)).text).toContain('second factor was added')
  })

  test('is asked for at every new sign-in', async () => {
    const person = await personWithTotp(server)
    const client = await secondSession(server, person)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    await proveTotp(server, client, person.factor)
    expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['totp', 'password'] })
  })

  test('a code works once; the next one works again', async () => {
    const { client } = await signedInPerson(server)
    const { id: factorId, secret } = await enrolTotp(client)
    const code = codeOf(secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull()
    // And none from before.
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed')
  })

  test('of two answers with one code at the same time, one is right', async () => {
    const { client } = await signedInPerson(server)
    const { id: factorId, secret } = await enrolTotp(client)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const code = codeOf(secret)
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { data } = await client.auth.mfa.challenge({ factorId })
        return post(`/factors/${factorId}/verify`, token, { challenge_id: data?.id, code })
      }),
    )
    // One that comes later is wrong; or its token is from before the factor.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422 || status === 403)).toHaveLength(3)
  })

  test('the database holds its secret sealed', async () => {
    const { client } = await signedInPerson(server)
    const { id, secret } = await enrolTotp(client)
    const { rows } = await server.database.owner<{ row: string; sealed: Buffer }>(
      'select f::text as row, secret_sealed as sealed from auth.mfa_factors f where id = $1',
      [id],
    )
    const [{ row, sealed } = { row: '', sealed: Buffer.alloc(0) }] = rows
    const raw = base32(secret)
    expect(raw).toHaveLength(20)
    expect(sealed).toHaveLength(12 + 16 + 20)
    for (const form of [secret, raw.toString('hex'), raw.toString('base64'), raw.toString('base64url')]) {
      expect(row).not.toContain(form)
    }
    expect(sealed.includes(raw)).toBe(false)
  })

  test('nobody but the services reads these tables', async () => {
    const { rows } = await server.database.owner<{ name: string; forced: boolean; open: boolean }>(
      `select relname as name, relforcerowsecurity and relrowsecurity as forced,
              has_table_privilege('service_role', oid, 'select') or has_table_privilege('authenticated', oid, 'select')
              or has_table_privilege('anon', oid, 'select') as open
       from pg_class
       where relkind = 'r' and relnamespace = 'auth'::regnamespace and (relname like 'mfa%' or relname like 'passkey%')`,
    )
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row).toMatchObject({ forced: true, open: false })
  })
})

describe('when a session is raised', () => {
  test('the other sessions by password alone end, and waiting factors go', async () => {
    const person = await signedInPerson(server)
    const other = await secondSession(server, person)
    const waiting = await enrolTotp(person.client, 'waiting')
    const factor = await enrolTotp(person.client, 'used')
    await proveTotp(server, person.client, factor)

    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await person.client.auth.mfa.challenge({ factorId: waiting.id })).error?.code).toBe('mfa_factor_not_found')
    expect((await person.client.auth.getUser()).data.user?.factors).toMatchObject([{ id: factor.id }])

    const later = await secondSession(server, person)
    await proveTotp(server, later, factor)
    // Both have proven the factor by now, so neither ends the other.
    expect((await person.client.auth.getUser()).error).toBeNull()
  })

  test('a refresh token from before gains nothing, not even at once', async () => {
    const { client, session } = await signedInPerson(server)
    await proveTotp(server, client, await enrolTotp(client))
    const copy = await server.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(copy.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('later it ends the session, as any stolen token does', async () => {
    const { client, session } = await signedInPerson(server)
    await proveTotp(server, client, await enrolTotp(client))
    await server.database.owner(`update auth.sessions set refreshed_at = now() - interval '20 seconds' where id = $1`, [
      (await client.auth.getClaims()).data?.claims.session_id,
    ])
    const copy = await server.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(copy.error?.code).toBe('refresh_token_already_used')
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})

describe('with a second factor', () => {
  test('a session without it changes neither password nor address, nor the factors', async () => {
    const person = await personWithTotp(server)
    const weak = await secondSession(server, person)
    const names = { data: { first_name: 'Mallory' } }
    for (const change of [{ password: `${PASSWORD} 2` }, { email: newEmail() }, { phone: '+4915112345678' }, names]) {
      expect((await weak.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect((await weak.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await weak.auth.mfa.unenroll({ factorId: person.factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await person.client.auth.updateUser({ password: `${PASSWORD} 2` })).error).toBeNull()
  })

  test('removing it lowers the session; one raised by another factor stays', async () => {
    const person = await personWithTotp(server)
    const other = await enrolTotp(person.client, 'other')
    const second = await secondSession(server, person)
    await proveTotp(server, second, person.factor)
    await proveTotp(server, person.client, other)

    const removed = await second.auth.mfa.unenroll({ factorId: person.factor.id })
    expect(removed).toMatchObject({ error: null, data: { id: person.factor.id } })
    await second.auth.refreshSession()
    expect(await assuranceOf(second)).toEqual({ aal: 'aal1', methods: ['password'] })
    await person.client.auth.refreshSession()
    expect(await assuranceOf(person.client)).toMatchObject({ aal: 'aal2' })
    expect((await second.auth.updateUser({ password: `${PASSWORD} 3` })).error?.code).toBe('insufficient_aal')
  })

  test('what happens is in the audit log, without secrets', async () => {
    const { session, factor } = await personWithTotp(server)
    const { rows } = await server.database.owner<{ event_type: string; details: object }>(
      `select event_type, details from system_audit_log where user_id = $1 or details ->> 'id' = $2`,
      [session.user.id, factor.id],
    )
    const types = rows.map(({ event_type }) => event_type)
    expect(types).toEqual(
      expect.arrayContaining(['mfa.enrolled', 'mfa.verified', 'mfa_factors.insert', 'mfa_factors.update']),
    )
    expect(JSON.stringify(rows)).not.toContain(factor.secret)
  })
})

function post(path: string, token: string, body: unknown): Promise<Response> {
  return server.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function base32(text: string): Buffer {
  const bits = Array.from(text)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
