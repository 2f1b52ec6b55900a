import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAPTCHA_HEADER } from '#contract/captcha.ts'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { PASSWORD, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, noticed } from './noticed.ts'

const GERMANY = '193.99.144.80'
const UNITED_STATES = '8.8.8.8'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' })
})
afterAll(() => server.stop())

type Sender = { ip: string; agent?: string; headers?: Record<string, string>; token?: string }
/** Without the key that our own programs send. */
const send = (path: string, { ip, agent = 'a program', headers, token }: Sender, body?: unknown) =>
  fetch(server.url + path, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': ip,
      'user-agent': agent,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const signIn = (email: string, from: Sender, password = PASSWORD) =>
  send('/auth/v1/token?grant_type=password', from, { email, password })
const tokenOf = async (answer: Response) => ((await answer.json()) as { access_token: string }).access_token
const browser = () => ({
  agent: 'a browser',
  headers: { cookie: `qs-device=${randomBytes(32).toString('base64url')}`, 'sec-fetch-site': 'same-origin' },
})

test('what others behind an address try stops no known device there, in any step of a sign-in', async () => {
  const { email } = await signedInPerson(server)
  const home = { ip: '2001:db8:b4::1', ...browser() }
  // A device becomes a known one elsewhere: of the office there is nothing yet.
  expect((await signIn(email, { ...home, ip: '2001:db8:b4:1::1' })).status).toBe(200)
  const apps = { ip: home.ip, agent: 'an app with an old password' }
  const refill = () => server.database.owner('delete from auth.rate_limits')
  for (let n = 0; n < 15; n += 1) await signIn(`person${n}@example.test`, apps, 'old')
  await refill()
  for (let n = 15; n < 50; n += 1) await signIn(`person${n}@example.test`, apps, 'old')
  for (let n = 0; n < 80; n += 1) await send('/auth/v1/kdf', apps, { email: `person${n}@example.test` })
  expect((await noticed(server)).map(({ subject }) => subject)).toContain('sign_ins_from 2001:db8:b4:0')
  expect((await signIn(email, apps)).status).toBe(429)
  expect((await send('/auth/v1/kdf', apps, { email })).status).toBe(429)

  expect((await send('/auth/v1/kdf', home, { email })).status).toBe(200)
  expect((await signIn(email, home)).status).toBe(200)
})

test('apps that know an old password, each on a device of its person, block nobody', async () => {
  const ip = '2001:db8:b5::1'
  const people = await Promise.all(Array.from({ length: 12 }, () => signedInPerson(server)))
  const apps = people.map(({ email }) => ({ email, from: { ip, ...browser() } }))
  for (const { email, from } of apps)
    expect((await signIn(email, { ...from, ip: `2001:db8:${randomBytes(2).toString('hex')}::1` })).status).toBe(200)
  for (let round = 0; round < 3; round += 1) for (const { email, from } of apps) await signIn(email, from, 'old')
  const [first] = people
  expect((await signIn(first?.email ?? '', { ip, ...browser() })).status).toBe(200)
})

test('a stranger without the password holds no sign-in in a network of the owner', async () => {
  const { email, session } = await signedInPerson(server)
  for (let day = 0; day < 2; day += 1) await signIn(email, { ip: GERMANY, ...browser() })
  for (let n = 0; n < 5; n += 1) await signIn(email, { ip: `45.33.32.${n}`, agent: `tool ${n}` }, 'wrong')
  const phone = await signIn(email, { ip: GERMANY, ...browser(), agent: 'a new phone' })
  expect(phone.status).toBe(200)
  expect(await enforced(server, session.user.id)).toEqual([])
  // Elsewhere a right password after wrong ones was probably guessed.
  await signIn(email, { ip: '91.198.174.192', ...browser() })
  expect(await enforced(server, session.user.id)).toEqual(['step_up'])
})

test('strangers use up no code of somebody who showed the password, who buys more by a proof of work', async () => {
  const { email, session } = await signedInPerson(server)
  await signIn(email, { ip: GERMANY, ...browser() })
  for (let n = 0; n < 8; n += 1) await signIn(email, { ip: `45.33.33.${n}`, agent: `tool ${n}` }, 'wrong')
  const stranger = { ip: '45.33.33.1' }
  while ((await send('/auth/v1/recover', stranger, { email })).status !== 429);

  const phone = { ip: UNITED_STATES, agent: 'a new phone' }
  const token = await tokenOf(await signIn(email, phone))
  expect(await enforced(server, session.user.id)).toEqual(['step_up'])
  const ask = (headers = {}) => send('/auth/v1/reauthenticate', { ...phone, token, headers })
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 200])
  const refused = await ask()
  expect(await refused.json()).toMatchObject({ code: 'over_email_send_rate_limit' })
  const paid = { [CAPTCHA_HEADER]: await solveCaptcha(server.url) }
  expect((await ask(paid)).status).toBe(200)
  expect((await ask(paid)).status).toBe(400)
  // Another one without a word of the password has none of it.
  expect((await send('/auth/v1/reauthenticate', { ip: UNITED_STATES })).status).toBe(401)
})

test('right sign-ins to one account between two tries hide no attack', async () => {
  const own = await signedInPerson(server)
  const from = { ip: '2001:db8:c1::1', agent: 'a tool' }
  for (let n = 0; n < 30; n += 1) {
    await send('/auth/v1/token?grant_type=password', from, { email: own.email, password: PASSWORD })
    await signIn(`target${n}@example.test`, from, 'a guess')
    await server.database.owner('delete from auth.rate_limits')
  }
  expect((await noticed(server)).map(({ subject }) => subject)).toContain('sign_ins_from 2001:db8:c1:0')
})

const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
const PICTURE = { ...FOREIGN, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }

test('a page elsewhere uses up nothing of its visitors’ address', async () => {
  const ip = '2001:db8:d1::1'
  const id = () => randomUUID()
  for (let n = 0; n < 70; n += 1) {
    for (const path of [`/links/v1/${id()}/door`, `/requests/v1/${id()}/door`])
      expect((await send(path, { ip, headers: FOREIGN }, {})).status).toBe(401)
    for (const path of [`/links/v1/${id()}/content`, '/auth/v1/verify?type=recovery&token=none'])
      expect([401, 403]).toContain((await send(path, { ip, headers: PICTURE })).status)
  }
  const post = (path: string) => send(path, { ip }, {})
  expect((await post(`/links/v1/${id()}/door`)).status).toBe(404)
  expect((await post(`/requests/v1/${id()}/door`)).status).toBe(404)
  expect((await noticed(server)).map(({ subject }) => subject)).not.toContain('links_from 2001:db8:d1:0')
  // Mails lead there.
  const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  // Node's own fetch says `cors` of itself.
  const status = await new Promise((resolve, reject) => {
    const url = `${server.url}/auth/v1/verify?type=recovery&token=none`
    http
      .get(url, { headers: { 'x-forwarded-for': ip, ...visit } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
  })
  expect(status).toBe(200)
})

test('addresses of links that are none try out nothing', async () => {
  const ip = '2001:db8:d2::1'
  for (let n = 0; n < 30; n += 1) expect((await send(`/links/v1/x${n}/door`, { ip }, {})).status).toBe(404)
  expect((await noticed(server)).map(({ subject }) => subject)).not.toContain('links_from 2001:db8:d2:0')
})

test('a proxy that writes a port, or no address, is one address for limits and never an error', async () => {
  const { email } = await signedInPerson(server)
  for (const ip of ['90.5.5.6:51234', '[2a01::1]:443', 'unknown'])
    expect((await signIn(email, { ip, agent: ip })).status).toBe(200)
  const refused: number[] = []
  for (let n = 0; n < 30; n += 1)
    refused.push((await signIn(`port${n}@example.test`, { ip: `90.5.5.7:${50_000 + n}` }, 'wrong')).status)
  expect(refused).toContain(429)
})
