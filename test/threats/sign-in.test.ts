import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signedInPerson } from '../support/people/people.ts'
import { codeOf, personWithTotp } from '../support/people/second-factor.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, nextCode, noticed } from './noticed.ts'

/** Addresses of the data that comes with the program. */
const GERMANY = '193.99.144.80'
const UNITED_STATES = '8.8.8.8'
const JAPAN = '133.11.0.1'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
const LINUX = 'curl/8.5.0'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true' })
})
afterAll(() => server.stop())

type Sender = { ip?: string; agent?: string; headers?: Record<string, string> }
type Answer = { status: number; body: Record<string, unknown> }

async function call(
  path: string,
  { ip = GERMANY, agent = WINDOWS, headers, token, body }: Sender & { token?: string; body?: unknown },
): Promise<Answer> {
  const answer = await server.fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': ip,
      'user-agent': agent,
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const signIn = (email: string, from: Sender = {}, password = PASSWORD) =>
  call('/auth/v1/token?grant_type=password', { ...from, body: { email, password } })

/** Somebody who signed in at home a few times, the last time a day ago. */
async function atHome(): Promise<{ email: string; userId: string }> {
  const { email, session } = await signedInPerson(server)
  const userId = session.user.id
  for (let day = 0; day < 3; day += 1) expect((await signIn(email)).status).toBe(200)
  await server.database.owner(
    `update threats.profiles set profile = jsonb_set(profile, '{last,atMs}', to_jsonb((profile -> 'last' ->> 'atMs')::float8 - 86400000)) where user_id = $1`,
    [userId],
  )
  return { email, userId }
}

const tokenOf = ({ body }: Answer) => String(body['access_token'])
const files = (token: string) => call('/rest/v1/file_records?select=id', { token })

test('a sign-in from another country and device gets a session that is held, until a mailed code proves it', async () => {
  const { email, userId } = await atHome()
  expect(await noticed(server, userId)).toEqual([])

  const abroad = await signIn(email, { ip: UNITED_STATES, agent: LINUX })
  expect(abroad.status).toBe(200)
  const token = tokenOf(abroad)
  expect(await noticed(server, userId)).toMatchObject([
    {
      detector: 'new_context',
      enforcement: 'step_up',
      reasons: [
        { code: 'unseen_country', country: 'US' },
        { code: 'unseen_network', network: 'AS15169' },
        { code: 'unseen_device' },
        { code: 'unusual_score' },
      ],
    },
  ])

  // Trying once more makes it no device of theirs.
  const again = tokenOf(await signIn(email, { ip: UNITED_STATES, agent: LINUX }))
  expect((await files(again)).status).toBe(403)

  // Nothing of the vault, in any service and in the database itself.
  expect(await files(token)).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  expect(await call('/storage/v1/object/encrypted-files/x', { token })).toMatchObject({
    body: { code: 'StepUpRequired' },
  })
  expect((await call('/auth/v1/vault/keys', { token, body: {} })).body).toMatchObject({ code: 'step_up_required' })
  const session = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const asDatabase = { role: 'authenticated', claims: session } as const
  await expect(server.database.oneAsCaller(asDatabase, { text: 'select authz.is_proven()' })).rejects.toMatchObject({
    code: 'QS427',
  })

  // It says why, and what helps. The password is what may have been stolen.
  expect((await call('/threats/v1/mine', { token })).body).toMatchObject({
    enforcements: [{ action: 'step_up', needs: 'mailbox', detector: 'new_context' }],
  })
  const prove = (body: unknown) => call('/auth/v1/reauthenticate', { token, ip: UNITED_STATES, agent: LINUX, body })
  expect((await prove({ current_password: PASSWORD })).body).toMatchObject({ code: 'reauthentication_needed' })
  expect((await files(token)).status).toBe(403)
  await call('/auth/v1/reauthenticate', { token })
  expect((await prove({ nonce: '000000' })).status).toBe(422)
  expect((await prove({ nonce: await nextCode(server, email) })).status).toBe(204)
  expect((await files(token)).status).toBe(200)
  expect((await files(again)).status).toBe(403)

  // Learnt: the next time it is usual.
  expect((await files(tokenOf(await signIn(email, { ip: UNITED_STATES, agent: LINUX })))).status).toBe(200)
})

test('a second factor proves it as well', async () => {
  const ada = await personWithTotp(server)
  const { email, userId } = { email: ada.email, userId: ada.session.user.id }
  await signIn(email)
  const at = { ip: UNITED_STATES, agent: LINUX }
  const token = tokenOf(await signIn(email, at))
  expect(await enforced(server, userId)).toEqual(['step_up'])
  const factor = `/auth/v1/factors/${ada.factor.id}`
  const challenge = await call(`${factor}/challenge`, { ...at, token, body: {} })
  await server.database.owner('update auth.mfa_factors set last_used_step = null where id = $1', [ada.factor.id])
  const answer = { challenge_id: challenge.body['id'], code: codeOf(ada.factor.secret) }
  const raised = await call(`${factor}/verify`, { ...at, token, body: answer })
  expect(raised.status).toBe(200)
  expect(await enforced(server, userId)).toEqual([])
  expect((await files(tokenOf(raised))).status).toBe(200)
})

/** A browser: known by its cookie, wherever it is. */
const cookieOf = () => ({
  cookie: `qs-device=${randomBytes(32).toString('base64url')}`,
  'sec-fetch-site': 'same-origin',
})
const MOBILE = 'Mozilla/5.0 (Linux; Android 15; K) Chrome/140.0 Mobile Safari/537.36'
const DESKTOP_SITE = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'
const refresh = (token: unknown, from: Sender) =>
  call('/auth/v1/token?grant_type=refresh_token', { ...from, body: { refresh_token: token } })

test('a known device that is in another country minutes later is noted and mailed, and not held', async () => {
  const { email, userId } = await atHome()
  const browser = { headers: cookieOf() }
  await signIn(email, browser)
  for (const ip of [UNITED_STATES, GERMANY, UNITED_STATES])
    expect((await files(tokenOf(await signIn(email, { ...browser, ip })))).status).toBe(200)
  expect(await noticed(server, userId)).toMatchObject([
    { detector: 'impossible_travel', enforcement: 'none', reasons: [{ code: 'too_fast', from: 'DE', to: 'US' }] },
    { detector: 'impossible_travel', enforcement: 'none' },
  ])
  // Two are about new devices.
  await server.mailbox.next(email)
  await server.mailbox.next(email)
  expect((await server.mailbox.next(email)).subject).toContain('unusual')
  expect(await enforced(server, userId)).toEqual([])
  const { rows } = await server.database.owner('select from threat_incidents where user_id = $1', [userId])
  expect(rows).toEqual([])
  // With another program the cookie may have been copied.
  const copied = await signIn(email, { ...browser, ip: JAPAN, agent: LINUX })
  expect((await files(tokenOf(copied))).status).toBe(403)
})

test('a session whose browser has another name, or whose device travels, is noted and goes on', async () => {
  const { email, userId } = await atHome()
  const browser = { headers: cookieOf(), agent: MOBILE }
  const home = await signIn(email, browser)
  const desktop = await refresh(home.body['refresh_token'], { ...browser, agent: DESKTOP_SITE })
  expect((await files(tokenOf(desktop))).status).toBe(200)
  const abroad = { ...browser, agent: DESKTOP_SITE, ip: UNITED_STATES }
  const travelled = await refresh(desktop.body['refresh_token'], abroad)
  expect((await files(tokenOf(travelled))).status).toBe(200)
  expect(await noticed(server, userId)).toMatchObject([
    { detector: 'session_moved', enforcement: 'none', reasons: [{ code: 'moved_country_and_network' }] },
  ])
  expect(await enforced(server, userId)).toEqual([])
  // The same token on a device that never signed in to the account: its cookie was not copied.
  const stolen = await refresh(travelled.body['refresh_token'], { ip: GERMANY, agent: DESKTOP_SITE })
  expect((await files(tokenOf(stolen))).status).toBe(403)
})

test('an address without a country does not hide where a session was before', async () => {
  const { email, userId } = await atHome()
  const home = await signIn(email)
  const between = await refresh(home.body['refresh_token'], { ip: '10.0.0.7' })
  const abroad = await refresh(between.body['refresh_token'], { ip: UNITED_STATES })
  expect((await files(tokenOf(abroad))).status).toBe(403)
  expect(await enforced(server, userId)).toEqual(['step_up'])
})

test('wrong passwords from many devices make strangers pay, and never lock out a known device', async () => {
  const { email, userId } = await atHome()
  for (let n = 0; n < 12; n += 1)
    await signIn(email, { ip: `45.33.32.${n}`, agent: `tool ${'x'.repeat(n)}` }, 'a wrong password')
  expect(await noticed(server, userId)).toMatchObject([{ detector: 'account_brute_force', enforcement: 'challenge' }])
  expect((await signIn(email, { ip: UNITED_STATES, agent: LINUX })).status).toBe(429)
  expect((await signIn(email)).status).toBe(200)
})

test('an address that tries many accounts gets no answer for a while, and others do', async () => {
  const from = { ip: '45.33.40.1', agent: LINUX }
  for (let n = 0; n < 24; n += 1) await signIn(`nobody${n}@example.test`, from, 'a wrong password')
  expect((await noticed(server)).filter(({ detector }) => detector === 'credential_stuffing')).toMatchObject([
    { subject: 'sign_ins_from 45.33.40.1', enforcement: 'block' },
  ])
  const { email } = await atHome()
  const refused = await signIn(email, from)
  expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  expect((await signIn(email)).status).toBe(200)
})

test('a refresh token from another program in another country holds the session', async () => {
  const { email, userId } = await atHome()
  const home = await signIn(email)
  const moved = await refresh(home.body['refresh_token'], { ip: UNITED_STATES, agent: LINUX })
  expect(moved.status).toBe(200)
  expect(await noticed(server, userId)).toMatchObject([{ detector: 'session_moved', enforcement: 'step_up' }])
  const token = tokenOf(moved)
  expect((await files(token)).status).toBe(403)
  // Who has the session but not the password is stopped; its person types it.
  const abroad = { ip: UNITED_STATES, agent: LINUX }
  const proof = { ...abroad, token, body: { current_password: PASSWORD } }
  expect((await call('/auth/v1/reauthenticate', proof)).status).toBe(204)
  expect((await files(token)).status).toBe(200)
  // Who travels confirms once.
  const next = await call('/auth/v1/token?grant_type=refresh_token', {
    ...abroad,
    body: { refresh_token: moved.body['refresh_token'] },
  })
  expect((await files(tokenOf(next))).status).toBe(200)
  expect(await enforced(server, userId)).toEqual([])
})

test('a file of the operator that cannot be read keeps nobody out', async () => {
  const other = await startServer({ TRUST_PROXY: 'true', LOG_LEVEL: 'silent', PLACES_COUNTRY_FILE: '/nowhere.mmdb' })
  try {
    const { email } = await signedInPerson(other)
    const answer = await other.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': GERMANY },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
  } finally {
    await other.stop()
  }
})
