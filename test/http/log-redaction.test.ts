import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newEmail } from '../support/people/people.ts'
import { startNode, startServer, type TestNode, type TestServer } from '../support/server/test-server.ts'

const random = () => randomBytes(12).toString('hex')
/** What no line may hold, by what it is. */
const PLANTED = {
  password: `Aa1-${random()}`,
  otherPassword: `Bb2-${random()}`,
  // By words of the list, as a kit has them.
  recoveryWords: `abandon ability able about above absent ${random()}`,
  mailedToken: `mail${random()}`,
  linkToken: `link${random()}`,
  signedAddress: `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"url":"${random()}"}`).toString('base64url')}.${random()}`,
  accessToken: `bearer${random()}`,
  apiKey: `sb_secret_${random()}`,
  cookie: `cookie${random()}`,
  pathPart: `path${random()}`,
  code: `pkce${random()}`,
  email: newEmail(),
  // Of the row that PostgreSQL quotes.
  stretchedPassword: '$argon2id',
}

let server: TestServer
let node: TestNode
beforeAll(async () => {
  server = await startServer()
  node = await startNode(server, { LOG_LEVEL: 'debug', ACCESS_LOG: 'on', MAILER_AUTOCONFIRM: 'true' })
})
afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

type Line = Record<string, unknown>
const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null
const lines = (): Line[] =>
  node.process
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line))
    .filter(isLine)
const requests = () => lines().filter(({ msg }) => msg === 'request')

async function send(to: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) {
  const apikey = server.secrets.publishableKeys[0]
  const headers = { apikey, 'content-type': 'application/json', ...init.headers }
  const answer = await fetch(`http://127.0.0.1:${node.port}${to}`, { redirect: 'manual', ...init, headers })
  await answer.arrayBuffer()
  return answer.status
}
const post = (to: string, body: unknown, headers?: Record<string, string>) =>
  send(to, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(headers && { headers }),
  })

const { email, password, recoveryWords } = PLANTED
const bearer = { authorization: `Bearer ${PLANTED.accessToken}` }

describe('with LOG_LEVEL=debug and ACCESS_LOG=on, after requests full of secrets', () => {
  beforeAll(async () => {
    expect(await post('/auth/v1/signup', { email, password, data: { recoveryWords } })).toBe(200)
    expect(await post('/auth/v1/token?grant_type=password', { email, password })).toBe(200)
    expect(await post('/auth/v1/token?grant_type=password', { email, password: PLANTED.otherPassword })).toBe(400)
    await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: PLANTED.accessToken })
    await post(`/auth/v1/token?grant_type=pkce&auth_code=${PLANTED.code}`, {
      auth_code: PLANTED.code,
      code_verifier: PLANTED.code,
    })
    await post('/auth/v1/recover', { email })
    await send(`/auth/v1/verify?token=${PLANTED.mailedToken}&type=recovery&redirect_to=https://elsewhere.example`)
    await send(`/auth/v1/callback?code=${PLANTED.code}&state=${PLANTED.mailedToken}`)
    await send('/auth/v1/user', { headers: { ...bearer, apikey: PLANTED.apiKey, cookie: `session=${PLANTED.cookie}` } })
    await send(`/rest/v1/profiles?user_id=eq.${PLANTED.pathPart}&first_name=eq.${email}`, {
      headers: { authorization: `Bearer ${PLANTED.signedAddress}` },
    })
    await post('/rest/v1/rpc/no_such_function', { recoveryWords })
    await post('/rest/v1/profiles', `{"first_name": "${recoveryWords}", `)
    await send(`/storage/v1/object/sign/encrypted-files/${PLANTED.pathPart}?token=${PLANTED.signedAddress}`)
    await post('/links/v1/open', { lookupToken: PLANTED.linkToken, token: PLANTED.linkToken, password })
    await send(`/links/v1/${PLANTED.linkToken}`)
    await send(`/s/${PLANTED.linkToken}?token=${PLANTED.linkToken}`)
    await send(`/no/such/${PLANTED.pathPart}?token=${PLANTED.mailedToken}`)
    await post('/functions/v1/contact', { email, message: recoveryWords, token: PLANTED.linkToken })
    const socket = new WebSocket(
      `ws://127.0.0.1:${node.port}/realtime/v1/websocket?apikey=${PLANTED.apiKey}&token=${PLANTED.signedAddress}`,
    )
    await new Promise((resolve) => socket.once('close', resolve).once('error', resolve))

    // PostgreSQL refuses a row that the server thinks right, and quotes all of it.
    await server.database.owner('alter table auth.users add constraint never check (false) not valid', [])
    expect(await post('/auth/v1/signup', { email: `x${email}`, password, data: { recoveryWords } })).toBe(500)
    await server.database.owner('alter table auth.users drop constraint never', [])
    // Its line is the last: everything before has arrived as well.
    const last = () => expect(requests().filter(({ status }) => status === 500)).toHaveLength(1)
    await vi.waitFor(last, { timeout: 60_000 })
  })

  test('there is a line for each request, by the pattern of its route', () => {
    expect(requests().length).toBeGreaterThan(17)
    expect(requests()).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        route: '/auth/v1/token',
        status: 400,
        bytes: expect.any(Number),
        ms: expect.any(Number),
        reqId: expect.any(String),
        hostname: expect.any(String),
      }),
    )
    expect(requests().map(({ route }) => route)).toEqual(
      expect.arrayContaining(['/auth/v1/verify', '/auth/v1/callback', 'none']),
    )
    expect(requests().filter(({ address }) => address !== undefined)).toEqual([])
  })

  test('the failure is in the log, with what it was and where', () => {
    const failures = lines().filter(({ err }) => err !== undefined)
    expect(failures).toContainEqual(
      expect.objectContaining({
        msg: 'auth request failed',
        err: expect.objectContaining({ code: '23514', table: 'users', constraint: 'never' }),
      }),
    )
  })

  test.each(Object.entries(PLANTED))('no line holds the %s', (_, secret) => {
    const found = node.process
      .log()
      .split('\n')
      .filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))
    expect(found).toEqual([])
  })
})

test('addresses of callers are in it where they are wanted, and a request that was cut off says so', async () => {
  const other = await startNode(server, {
    ACCESS_LOG: 'on',
    ACCESS_LOG_ADDRESSES: 'on',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
  })
  const address = `http://127.0.0.1:${other.port}`
  await fetch(`${address}/livez`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const controller = new AbortController()
  // Of the type of requests, the platform's own does not know `duplex`.
  const halfSent = {
    method: 'POST',
    headers: { apikey: server.secrets.publishableKeys[0], 'content-type': 'application/json', 'content-length': '100' },
    body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
    duplex: 'half',
    signal: controller.signal,
  }
  const upload = fetch(`${address}/auth/v1/signup`, halfSent)
  setTimeout(() => controller.abort(), 300)
  await expect(upload).rejects.toThrow('abort')
  await expect.poll(() => other.process.log()).toMatch(/"route":"\/auth\/v1\/signup".*"isCutOff":true/)
  expect(other.process.log()).toMatch(/"route":"\/livez","status":200.*"address":"203\.0\.113\.7"/)
  await other.stop()
})

test('without the setting no request is in the log', async () => {
  const quiet = await startNode(server, { LOG_LEVEL: 'debug' })
  await fetch(`http://127.0.0.1:${quiet.port}/livez`)
  await quiet.stop()
  expect(quiet.process.log()).not.toContain('/livez')
})
