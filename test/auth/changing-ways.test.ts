import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeIn } from '../support/server/test-mailbox.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { codeOf, enrolTotp, personWithTotp, proveTotp, secondSession } from '../support/people/second-factor.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startServer({
    AUTH_MANUAL_LINKING: 'true',
    AUTH_GITHUB_CLIENT_ID: 'client',
    AUTH_GITHUB_SECRET: 'secret',
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ada = await signedInPerson(server)
})

/** The sign-in, or what was shown since, was `by` ago. */
const age = ({ session }: Person, column: 'created_at' | 'proven_at', by = '16 minutes') =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.user_id = $1', values: [session.user.id], columns: [column] },
    by,
  )

/** @returns the code of a refusal, or the status. */
async function call(token: string, method: string, path: string, body?: unknown): Promise<string | number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await server.fetch(`/auth/v1${path}`, { method, headers, redirect: 'manual', ...sent })
  const text = await answer.text()
  if (answer.ok || answer.status === 302) return answer.status
  const json = JSON.parse(text) as { error_code?: string; code?: string }
  return json.error_code ?? json.code ?? answer.status
}

const newPhone = () => `+49151${randomInt(10_000_000, 99_999_999)}`
const tokenOf = async ({ client }: Pick<Person, 'client'>): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? ''
const prove = (body: unknown, token = ada.session.access_token) => call(token, 'POST', '/reauthenticate', body)
const beginPasskey = (token = ada.session.access_token) => call(token, 'POST', '/passkeys/registration/options', {})

async function eventsOf({ session }: Person): Promise<string[]> {
  const { rows } = await server.database.owner<{ event_type: string }>(
    `select event_type from system_audit_log
     where user_id = $1 and event_type like 'reauthentication.%' order by created_at`,
    [session.user.id],
  )
  return rows.map(({ event_type: type }) => type)
}

describe('a token whose sign-in was a while ago', () => {
  test.each([
    ['a passkey', 'POST', '/passkeys/registration/options', {}],
    ['an authenticator app', 'POST', '/factors', { factor_type: 'totp', friendly_name: 'App' }],
    ['a security key', 'POST', '/factors', { factor_type: 'webauthn', friendly_name: 'Key' }],
    ['a number', 'PUT', '/user', { phone: '+4915112345678' }],
    ['another password', 'PUT', '/user', { password: 'another password of mine' }],
    ['an identity', 'GET', '/user/identities/authorize?provider=github', undefined],
  ])('adds %s with the password only', async (_name, method, path, body) => {
    await age(ada, 'created_at')
    expect(await call(ada.session.access_token, method, path, body)).toBe('reauthentication_needed')
    expect(await prove({ current_password: ada.password })).toBe(204)
    expect([200, 302]).toContain(await call(ada.session.access_token, method, path, body))
  })

  test('removes neither a factor, nor codes, nor a number, and makes no new codes', async () => {
    const bea = await personWithTotp(server)
    expect(await call(await tokenOf(bea), 'POST', '/factors/recovery-codes', {})).toBe(200)
    await age(bea, 'created_at')
    const token = await tokenOf(bea)
    for (const [method, path] of [
      ['POST', '/factors/recovery-codes/regenerate'],
      ['DELETE', '/factors/recovery-codes'],
      ['DELETE', `/factors/${bea.factor.id}`],
      ['DELETE', '/passkeys/00000000-0000-4000-8000-000000000000'],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      expect(await call(token, method, path, method === 'POST' ? {} : undefined), path).toBe('reauthentication_needed')
    }
    await prove({ current_password: bea.password }, token)
    expect(await call(token, 'DELETE', `/factors/${bea.factor.id}`)).toBe(200)
  })

  test('finishes no factor that its owner began', async () => {
    const { id: factorId, secret } = await enrolTotp(ada.client)
    await age(ada, 'created_at')
    const finish = () => ada.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await finish()).error?.code).toBe('reauthentication_needed')
    await prove({ current_password: ada.password })
    expect((await finish()).error).toBeNull()
  })
})

describe('a number that waits for its code, asked for with a token that was stolen within minutes of the sign-in', () => {
  test.each([
    ['another password', () => ada.client.auth.updateUser({ password: 'another password of mine' })],
    ['a first second factor', async () => proveTotp(server, ada.client, await enrolTotp(ada.client))],
  ])('waits no more after %s', async (_name, change) => {
    const [own, stranger] = [newPhone(), newPhone()]
    await server.database.owner('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
      ada.session.user.id,
      own.slice(1),
    ])
    await ada.client.auth.updateUser({ phone: stranger })
    const token = codeIn(await server.mailbox.next(stranger))
    await change()

    const { auth } = server.client()
    expect((await auth.verifyOtp({ phone: stranger, token, type: 'phone_change' })).error?.code).toBe('otp_expired')
    // Anybody may ask for the code once more.
    expect((await auth.resend({ type: 'phone_change', phone: own })).error).toBeNull()
    expect(await server.mailbox.to(stranger)).toHaveLength(1)
  })
})

describe('showing more than a token', () => {
  beforeEach(() => age(ada, 'created_at'))

  test('a wrong password and nothing at all are refused, and change nothing', async () => {
    expect(await prove({ current_password: 'not the password' })).toBe('current_password_invalid')
    expect(await prove({ nonce: '000000' })).toBe('reauthentication_not_valid')
    expect(await prove({})).toBe('validation_failed')
    expect(await prove({ current_password: 7 })).toBe('validation_failed')
    expect(await call('not-a-token', 'POST', '/reauthenticate', {})).toBe('bad_jwt')
    expect(await beginPasskey()).toBe('reauthentication_needed')
    expect(await eventsOf(ada)).toEqual(['reauthentication.failed', 'reauthentication.failed'])
  })

  test('a mailed code does as well, once', async () => {
    await ada.client.auth.reauthenticate()
    const nonce = codeIn(await server.mailbox.next(ada.email))
    expect(await prove({ nonce })).toBe(204)
    expect(await beginPasskey()).toBe(200)
    expect(await prove({ nonce })).toBe('reauthentication_not_valid')
    expect(await eventsOf(ada)).toEqual(['reauthentication.succeeded', 'reauthentication.failed'])
  })

  test('it holds for a quarter of an hour', async () => {
    await prove({ current_password: ada.password })
    await age(ada, 'proven_at', '14 minutes')
    expect(await beginPasskey()).toBe(200)
    await age(ada, 'proven_at', '2 minutes')
    expect(await beginPasskey()).toBe('reauthentication_needed')
  })

  test('it holds for this session alone', async () => {
    const other = await secondSession(server, ada)
    const token = await tokenOf({ client: other })
    await age(ada, 'created_at')
    await prove({ current_password: ada.password }, token)
    expect(await beginPasskey()).toBe('reauthentication_needed')
    expect(await beginPasskey(token)).toBe(200)
  })

  test('guesses are limited', async () => {
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
    try {
      const { session } = await signedInPerson(strict)
      const headers = { authorization: `Bearer ${session.access_token}` }
      const body = JSON.stringify({ current_password: 'a guess' })
      const guess = async () =>
        (await strict.fetch('/auth/v1/reauthenticate', { method: 'POST', headers, body })).status
      const answers = await Promise.all(Array.from({ length: 25 }, guess))
      expect(new Set(answers)).toEqual(new Set([400, 429]))
    } finally {
      await strict.stop()
    }
  })
})

describe('a second factor', () => {
  test('ends the tokens from before it, which somebody may have copied', async () => {
    const copied = ada.session.access_token
    expect(await call(copied, 'GET', '/user')).toBe(200)
    await proveTotp(server, ada.client, await enrolTotp(ada.client))

    expect(await call(copied, 'GET', '/user')).toBe('bad_jwt')
    const rest = await server.fetch('/rest/v1/profiles', { headers: { authorization: `Bearer ${copied}` } })
    expect(rest.status).toBe(401)
    expect(await call(await tokenOf(ada), 'GET', '/user')).toBe(200)
  })

  test('a token without it holds again once the factor is gone', async () => {
    const bea = await personWithTotp(server)
    const { data } = await bea.client.auth.mfa.unenroll({ factorId: bea.factor.id })
    expect(data?.id).toBe(bea.factor.id)
    await bea.client.auth.refreshSession()
    expect(await call(await tokenOf(bea), 'GET', '/user')).toBe(200)
  })
})
