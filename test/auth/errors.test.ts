import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

/** Stretches 120 passwords at the cost of a server. */
const long = needs(isWhole('auth'), 'npm run test:full')

let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await startServer({}, isWhole('auth') ? { passwordCosts: USUAL_COSTS } : {})
  strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(async () => {
  await server.stop()
  await strict.stop()
})

describe('malformed requests', () => {
  test('broken JSON is answered 400 in both error shapes, with the version echoed', async () => {
    const answer = await server.fetch('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      body: '{"password": "secret',
    })

    expect(answer.status).toBe(400)
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('x-sb-error-code')).toBe('bad_json')
    const body = (await answer.json()) as Record<string, string>
    expect(body).toMatchObject({ code: 'bad_json', error_code: 'bad_json', msg: body.message })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('a body above one megabyte is answered 413', async () => {
    const body = JSON.stringify({ email: newEmail(), password: 'x'.repeat(1024 * 1024) })

    const answer = await server.fetch('/auth/v1/signup', { method: 'POST', body })

    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'request_entity_too_large' })
  })

  test.each(['nobody', 'a@b@c', 'a b@c.d', 'x@y\r\nBcc: z@z'])('the address %j is refused', async (email) => {
    const { error } = await server.client().auth.signUp({ email, password: PASSWORD })

    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(error?.message).toContain('Unable to validate email address: invalid format')
  })

  test('anonymous and phone sign-ups are refused by name where they are not set up', async () => {
    // With a mail server and no SMS gateway, a message would have nowhere to go.
    const plain = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
    onTestFinished(() => plain.stop())
    const anonymous = await plain.client().auth.signInAnonymously()
    const phone = await plain.client().auth.signUp({ phone: '+4915112345678', password: PASSWORD })

    expect(anonymous.error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
    expect(phone.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  test('an unknown grant, path or token is named', async () => {
    const grant = await server.fetch('/auth/v1/token?grant_type=magic', { method: 'POST', body: '{}' })
    const path = await server.fetch('/auth/v1/nowhere')
    const signedOut = await server.fetch('/auth/v1/user')
    const forged = await server.fetch('/auth/v1/user', { headers: { authorization: 'Bearer a.b.c' } })

    expect(await grant.json()).toMatchObject({ code: 'invalid_credentials', message: 'unsupported_grant_type' })
    expect(path.status).toBe(404)
    expect([signedOut.status, ((await signedOut.json()) as { msg: string }).msg]).toEqual([
      401,
      expect.stringContaining('Bearer token'),
    ])
    expect([forged.status, ((await forged.json()) as { msg: string }).msg]).toEqual([
      403,
      expect.stringMatching(/^invalid JWT/),
    ])
  })

  test('settings and health answer without a key', async () => {
    const settings = await fetch(`${server.url}/auth/v1/settings`)

    expect(await settings.json()).toMatchObject({ external: { email: true }, disable_signup: false })
    expect((await fetch(`${server.url}/auth/v1/health`)).status).toBe(200)
  })
})

describe('limits', () => {
  test('after the first mail and two more, one within a minute is refused, whether the address is known or not', async () => {
    const email = newEmail()
    const recover = () => strict.client().auth.resetPasswordForEmail(email)
    for (let mail = 0; mail < 3; mail++) expect((await recover()).error).toBeNull()

    const { error } = await recover()

    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  })

  test('guessing one account is slowed down, with the time to wait', async () => {
    const email = newEmail()
    const guess = () =>
      strict.fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password: 'guess' }),
      })
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(400)

    const answer = await guess()

    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'over_request_rate_limit' })
  })

  test('what limits remember holds no address', async () => {
    const { rows } = await strict.database.owner<{ bucket: string }>('select bucket from auth.rate_limits')

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ bucket }) => /^[\w-]{43}$/.test(bucket))).toBe(true)
  })

  test('a flood of sign-ins is turned away instead of queued without end', long, async () => {
    const body = JSON.stringify({ email: newEmail(), password: 'guess me' })
    const flood = Array.from({ length: 120 }, () =>
      server.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body }).then((answer) => answer.status),
    )

    const statuses = new Set(await Promise.all(flood))

    expect(statuses).toEqual(new Set([400, 429]))
  })
})

describe('what is kept', () => {
  test('neither password, link nor code is stored or queued in clear', async () => {
    const { email } = await signedInPerson(server)
    await server.client().auth.resetPasswordForEmail(email)
    const { text } = await server.mailbox.next(email)
    const secret = new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''

    const { rows } = await server.database.owner<{ found: string }>(
      `select found from (
         select t::text as found from auth.users t union all
         select t::text from auth.one_time_tokens t union all
         select t::text from auth.sessions t union all
         select t::text from public.system_audit_log t) as everything
       where strpos(found, $1) > 0 or strpos(found, $2) > 0`,
      [secret, PASSWORD],
    )

    expect(secret).toHaveLength(43)
    expect(rows).toEqual([])
  })
})
