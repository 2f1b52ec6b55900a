import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deleteExpired } from '#server/auth/links/one-time-tokens.sql.ts'
import { ageRows } from '../../support/server/age-rows.ts'
import { PASSWORD, signedInPerson } from '../../support/people/people.ts'
import { codeOf, enrolTotp, personWithTotp, secondSession } from '../../support/people/second-factor.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // The proxy's word for the address lets a test come from two places.
  server = await startServer({ AUTH_ANONYMOUS: 'true', TRUST_PROXY: 'true' })
})
afterAll(() => server.stop())

type Call = { method?: string; token?: string; body?: unknown; from?: string; at?: TestServer }

async function call(path: string, { method = 'POST', token, body, from, at = server }: Call = {}) {
  const answer = await at.fetch(`/auth/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { 'x-forwarded-for': from }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Record<string, string>
  return { status: answer.status, code: json.code, message: json.message, id: json.id, access_token: json.access_token }
}

const FACTOR_CALLS = [
  ['POST', '/factors', { factor_type: 'totp' }],
  ['POST', `/factors/${randomUUID()}/challenge`, {}],
  ['POST', `/factors/${randomUUID()}/verify`, { challenge_id: randomUUID(), code: '123456' }],
  ['DELETE', `/factors/${randomUUID()}`, undefined],
  ['GET', '/factors/recovery-codes', undefined],
  ['POST', '/factors/recovery-codes', {}],
  ['POST', '/factors/recovery-codes/verify', { code: 'x' }],
  ['POST', '/factors/recovery-codes/regenerate', {}],
  ['DELETE', '/factors/recovery-codes', undefined],
] as const

describe('who may not', () => {
  test.each(FACTOR_CALLS)('%s %s needs a signed-in person', async (method, path, body) => {
    expect(await call(path, { method, body })).toMatchObject({ status: 401, code: 'no_authorization' })
    const { data } = await server.client().auth.signInAnonymously()
    const token = data.session?.access_token ?? ''
    expect(await call(path, { method, body, token })).toMatchObject({ status: 403, code: 'no_authorization' })
  })

  test('the factor of somebody else is not there', async () => {
    const { factor } = await personWithTotp(server)
    const { client } = await signedInPerson(server)
    const challenged = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(challenged.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const verify = { factorId: factor.id, challengeId: randomUUID(), code: codeOf(factor.secret) }
    expect((await client.auth.mfa.verify(verify)).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
  })
})

describe('enrolling', () => {
  test('says which types there are, and refuses what is no number, name or issuer', async () => {
    const { session } = await signedInPerson(server)
    const token = session.access_token
    const enrol = (body: unknown) => call('/factors', { token, body })
    expect(await enrol({ factor_type: 'smoke' })).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'factor_type needs to be totp, phone, or webauthn',
    })
    expect(await enrol({})).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await enrol({ factor_type: 'recovery_code' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await enrol({ factor_type: 'phone', phone: 'call me' })).message).toBe(
      'Invalid phone number format (E.164 required)',
    )
    expect((await enrol({ factor_type: 'totp', issuer: 'a:b' })).code).toBe('validation_failed')
    expect((await enrol({ factor_type: 'totp', friendly_name: 'x'.repeat(121) })).code).toBe('validation_failed')
  })

  test('a name is given once', async () => {
    const { client, factor } = await personWithTotp(server, 'Phone')
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id: factor.id, status: 'verified' }])
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: '' })).error).toBeNull()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  })

  test('an enrolment that was abandoned does not keep its name', async () => {
    const { client } = await signedInPerson(server)
    const abandoned = await enrolTotp(client, 'Phone')
    const other = await enrolTotp(client, 'Tablet')
    const { id, secret } = await enrolTotp(client, 'Phone')
    const listed = (await client.auth.mfa.listFactors()).data?.all.map((factor) => factor.id)
    expect(listed).toEqual([other.id, id])
    expect((await client.auth.mfa.challenge({ factorId: abandoned.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })).error).toBeNull()

    await enrolTotp(client, 'Recovery codes')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect(await call('/factors/recovery-codes', { token, body: {} })).toMatchObject({ status: 200 })
  })

  test('ten at most, also when they are asked for at once', async () => {
    const { client, session } = await signedInPerson(server)
    const answers = await Promise.all(
      Array.from({ length: 13 }, () =>
        call('/factors', { token: session.access_token, body: { factor_type: 'totp' } }),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(10)
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
    // One that waits can be taken back by password alone.
    const id = answers.find(({ status }) => status === 200)?.id ?? ''
    expect(await client.auth.mfa.unenroll({ factorId: id })).toMatchObject({ error: null, data: { id } })
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  })

  test('a factor that waits for more than five minutes is gone, and its name free', async () => {
    const { client } = await signedInPerson(server)
    const { id, secret } = await enrolTotp(client, 'Phone')
    const challenge = await client.auth.mfa.challenge({ factorId: id })
    await ageRows(server.database, { table: 'auth.mfa_factors', where: 'r.id = $1', values: [id] }, '301 seconds')
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    const answer = { factorId: id, challengeId: challenge.data?.id ?? '', code: codeOf(secret) }
    expect((await client.auth.mfa.verify(answer)).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    await enrolTotp(client, 'Phone')
  })
})

test('what expired is removed by the hourly job', async () => {
  const { client } = await signedInPerson(server)
  const { id } = await enrolTotp(client)
  const waiting = await enrolTotp(client)
  await client.auth.mfa.challenge({ factorId: waiting.id })
  await client.auth.passkey.startAuthentication()
  const age = (table: string, where: string, values: unknown[]) =>
    ageRows(server.database, { table, where, values }, '301 seconds')
  await age('auth.mfa_factors', 'r.id = $1', [id])
  await age('auth.mfa_challenges', 'r.factor_id = $1', [waiting.id])
  await age('auth.passkey_challenges', 'true', [])

  await server.database.asOwner(deleteExpired)

  const { rows } = await server.database.owner(
    `select (select count(*)::int from auth.mfa_factors where id = any ($1)) as factors,
            (select count(*)::int from auth.mfa_challenges where factor_id = $2) as challenges,
            (select count(*)::int from auth.passkey_challenges) as passkey_challenges`,
    [[id, waiting.id], waiting.id],
  )
  expect(rows).toEqual([{ factors: 1, challenges: 0, passkey_challenges: 0 }])
})

describe('answering', () => {
  test('ids that are none, challenges that are not there', async () => {
    const { client, session } = await signedInPerson(server)
    const token = session.access_token
    const one = await enrolTotp(client)
    const two = await enrolTotp(client)
    const code = codeOf(one.secret)
    expect(await call('/factors/x/challenge', { token })).toMatchObject({ status: 404, code: 'validation_failed' })
    expect(await call('/factors/x/verify', { token })).toMatchObject({ status: 404, code: 'validation_failed' })
    expect(await call('/factors/x', { method: 'DELETE', token })).toMatchObject({
      status: 404,
      code: 'validation_failed',
    })
    const path = `/factors/${one.id}/verify`
    const bad = { status: 400, code: 'validation_failed' }
    expect(await call(path, { token, body: { challenge_id: 'x', code } })).toMatchObject(bad)
    expect(await call(path, { token, body: { challenge_id: randomUUID() } })).toMatchObject(bad)
    const foreign = (await client.auth.mfa.challenge({ factorId: two.id })).data?.id
    for (const challenge_id of [randomUUID(), foreign]) {
      expect(await call(path, { token, body: { challenge_id, code } })).toMatchObject({
        status: 422,
        code: 'mfa_factor_not_found',
      })
    }
  })

  test('a challenge is answered from any address in the session that asked for it', async () => {
    const { client, session, email } = await signedInPerson(server)
    const { id, secret } = await enrolTotp(client)
    const token = session.access_token
    const other = (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).data.session
    const asked = await call(`/factors/${id}/challenge`, { token, from: '192.0.2.1' })
    const body = { challenge_id: asked.id, code: codeOf(secret) }
    const elsewhere = { token: other?.access_token ?? '', body, from: '192.0.2.1' }
    expect(await call(`/factors/${id}/verify`, elsewhere)).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
    const raised = await call(`/factors/${id}/verify`, { token, body, from: '2a01::1' })
    expect(raised.status).toBe(200)
    // And once.
    const again = { token: raised.access_token ?? '', body, from: '192.0.2.1' }
    expect(await call(`/factors/${id}/verify`, again)).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
  })

  test('five guesses for one challenge', async () => {
    const { client, session } = await signedInPerson(server)
    const { id: factorId, secret } = await enrolTotp(client)
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const valid = new Set([-1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
    for (let guesses = 0; guesses < 5;) {
      const code = randomInt(1_000_000).toString().padStart(6, '0')
      if (valid.has(code)) continue
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code })
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
      expect(error?.message).toContain('Invalid TOTP code')
      guesses += 1
    }
    const right = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(right.error?.code).toBe('mfa_challenge_expired')
    const { rows } = await server.database.owner(
      `select from system_audit_log where user_id = $1 and event_type = 'mfa.failed' and status = 'failure'`,
      [session.user.id],
    )
    expect(rows).toHaveLength(5)
  })

  test('guessing is slowed for the account, from wherever it comes', async () => {
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' })
    onTestFinished(() => strict.stop())
    const { client, session } = await signedInPerson(strict)
    const { id } = await enrolTotp(client)
    const guess = (index: number) =>
      call(`/factors/${id}/verify`, {
        at: strict,
        token: session.access_token,
        from: `192.0.2.${index}`,
        body: { challenge_id: randomUUID(), code: '000000' },
      })
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await guess(index))
    expect(answers.slice(0, 10).every(({ status }) => status === 422)).toBe(true)
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  test('challenges are counted by address, and then by the person whose device it is', async () => {
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
    onTestFinished(() => strict.stop())
    const { client } = await signedInPerson(strict)
    const { id: factorId } = await enrolTotp(client)
    const codes = []
    for (let index = 0; index < 45; index += 1) codes.push((await client.auth.mfa.challenge({ factorId })).error?.code)
    expect(codes.slice(0, 30).filter(Boolean)).toEqual([])
    expect(codes.at(-1)).toBe('over_request_rate_limit')
  })

  test('a session that ended in the meantime is not raised', async () => {
    const person = await personWithTotp(server)
    const weak = await secondSession(server, person)
    const token = (await weak.auth.getSession()).data.session?.access_token ?? ''
    await person.client.auth.signOut({ scope: 'others' })
    expect(await call(`/factors/${person.factor.id}/challenge`, { token })).toMatchObject({
      status: 403,
      code: 'session_not_found',
    })
  })
})
