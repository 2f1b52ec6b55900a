import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { confirm, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('signing up', () => {
  test('a new account is confirmed by the mailed link, signs in and reads itself', async () => {
    const client = server.client()
    const email = newEmail()

    const signedUp = await client.auth.signUp({ email, password: PASSWORD, options: { data: { first_name: 'Ada' } } })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { first_name: 'Ada' } })
    expect(signedUp.data.user?.confirmation_sent_at).toBeTruthy()

    const target = await confirm(server, email)
    expect(target.origin).toBe(server.url)
    const callback = new URLSearchParams(target.hash.slice(1))
    expect(callback.get('type')).toBe('signup')
    expect(callback.get('access_token')).toBeTruthy()

    const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.session?.expires_in).toBe(3600)
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: signedUp.data.user?.id, email, app_metadata: { provider: 'email' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities).toHaveLength(1)
  })

  test('the tokens in the callback sign in at once', async () => {
    const client = server.client()
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })
    const callback = new URLSearchParams((await confirm(server, email)).hash.slice(1))

    const { error } = await client.auth.setSession({
      access_token: callback.get('access_token') ?? '',
      refresh_token: callback.get('refresh_token') ?? '',
    })

    expect(error).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  test('a known address gets the same answer as a new one, and its owner a notice', async () => {
    const { email } = await signedInPerson(server)
    const unknown = newEmail()

    const forKnown = await server.client().auth.signUp({ email, password: 'another password' })
    const forUnknown = await server.client().auth.signUp({ email: unknown, password: 'another password' })

    expect(shapeOf(forKnown.data)).toEqual(shapeOf(forUnknown.data))
    expect((await server.mailbox.next(email)).subject).toBe('You already have an account')
    expect((await server.mailbox.next(unknown)).subject).toBe('Confirm your email address')
  })

  test('signing up again with the same password sends another link and keeps the password', async () => {
    const client = server.client()
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })
    const first = await server.mailbox.next(email)
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()

    const target = await confirm(server, email)
    expect(target.hash).not.toContain('needs_password')
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await targetOfButton(linkIn(first))).hash).toContain('otp_expired')
  })

  test('of two passwords for one unconfirmed address neither opens it; who confirms chooses a new one', async () => {
    const client = server.client()
    const email = newEmail()
    await client.auth.signUp({ email, password: 'the password of a stranger' })
    await server.mailbox.next(email)
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()

    const fragment = new URLSearchParams((await confirm(server, email)).hash.slice(1))
    expect(fragment.get('needs_password')).toBe('1')
    for (const password of ['the password of a stranger', PASSWORD]) {
      expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    }
    const tokens = {
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    }
    expect((await client.auth.setSession(tokens)).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'chosen by the owner' })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password: 'chosen by the owner' })).error).toBeNull()
  })

  test('a short password is refused with its reason', async () => {
    const { error } = await server.client().auth.signUp({ email: newEmail(), password: 'seven77' })

    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      status: 422,
      reasons: ['length'],
    })
    expect(error?.message).toContain('Password should be at least')
  })

  test('the first confirmed account owns the tenant, the next one is a member', async () => {
    const { rows } = await server.database.owner<{ role: string; count: string }>(
      'select role, count(*) from public.enterprise_user_roles group by role order by role',
    )

    expect(rows.find(({ role }) => role === 'owner')?.count).toBe('1')
    expect(Number(rows.find(({ role }) => role === 'member')?.count)).toBeGreaterThan(0)
  })
})

describe('signing in', () => {
  test('a wrong password and an unknown address are one answer', async () => {
    const { email } = await signedInPerson(server)

    const wrong = await server.client().auth.signInWithPassword({ email, password: 'wrong password' })
    const unknown = await server.client().auth.signInWithPassword({ email: newEmail(), password: 'wrong password' })

    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(unknown.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  test('an unconfirmed account cannot sign in', async () => {
    const client = server.client()
    const email = newEmail()
    await client.auth.signUp({ email, password: PASSWORD })

    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })

    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  })

  test('a banned user cannot sign in, and tokens issued before stop working', async () => {
    const { email, client, session } = await signedInPerson(server)
    await server.database.owner(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      email,
    ])

    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'user_banned',
    )
    await expect.poll(async () => (await client.auth.getUser(session.access_token)).error).not.toBeNull()
  })

  test('a failed sign-in leaves an event, without the address or the password', async () => {
    const { email, session } = await signedInPerson(server)
    await server.client().auth.signInWithPassword({ email, password: 'a wrong password' })

    const { rows } = await server.database.owner<{ status: string; details: unknown }>(
      `select status, details from public.system_audit_log where event_type = 'login.failed' and user_id = $1`,
      [session.user.id],
    )

    expect(rows).toHaveLength(1)
    expect(rows[0]?.status).toBe('failure')
    expect(JSON.stringify(rows)).not.toMatch(/wrong password|example\.test/)
  })

  test('an access token verifies against the public JWKS and carries the claims that policies read', async () => {
    const { session, email } = await signedInPerson(server)
    const jwksUrl = new URL(`${server.url}/auth/v1/.well-known/jwks.json`)

    const { payload, protectedHeader } = await jwtVerify(session.access_token, createRemoteJWKSet(jwksUrl), {
      issuer: `${server.url}/auth/v1`,
      audience: 'authenticated',
      algorithms: ['ES256'],
    })

    expect(protectedHeader.kid).toBeTruthy()
    expect(payload).toMatchObject({
      sub: session.user.id,
      role: 'authenticated',
      email,
      aal: 'aal1',
      is_anonymous: false,
    })
    expect(payload.amr).toMatchObject([{ method: 'password' }])
    const jwks = await fetch(jwksUrl)
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600')
    expect(await jwks.text()).not.toContain('"d"')
    expect((await server.client().auth.getClaims(session.access_token)).data?.claims.sub).toBe(session.user.id)
  })
})

// Names and kinds of everything in an answer, without the values.
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shapeOf(entry)]))
}
