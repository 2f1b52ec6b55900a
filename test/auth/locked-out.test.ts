import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { confirm, derivedSecret, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const OWN = { 'user-agent': 'program of the owner' }
const STRANGER = { 'user-agent': 'another program' }

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' })
})
afterAll(() => server.stop())

let addresses = 0
/** Everybody comes from an address of their own, or the limits by address would answer. */
const newAddress = (): string => `2001:db8:${(addresses += 1).toString(16)}::1`

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return server.fetch(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
    body: JSON.stringify(body),
  })
}

const signIn = (body: Record<string, unknown>, headers: Record<string, string>): Promise<Response> =>
  post('token?grant_type=password', body, headers)

async function useUp(email: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if ((await signIn({ email, password: 'a guess' }, STRANGER)).status === 429) return
  }
  throw new Error('the tries did not end')
}

test.each(['signup', 'token?grant_type=password', 'recover', 'otp', 'resend', 'magiclink'])(
  'a program that still sends the token of another service to %s is answered as without it',
  async (path) => {
    const { email } = await signedInPerson(server)
    const body = { email: path === 'signup' ? newEmail() : email, password: PASSWORD, type: 'signup' }
    const gotrue_meta_security = { captcha_token: '10000000-aaaa-bbbb-cccc-000000000001' }
    const answer = await post(path, { ...body, gotrue_meta_security }, OWN)
    expect(answer.status, await answer.text()).toBe(200)
  },
)

describe('when a stranger has used up the tries of an account', () => {
  test('a device of its owner signs in, the stranger does not', async () => {
    const { email } = await signedInPerson(server)
    const home = { ...OWN, 'x-forwarded-for': newAddress() }
    expect((await signIn({ email, password: PASSWORD }, home)).status).toBe(200)
    await useUp(email)

    expect((await signIn({ email, password: PASSWORD }, { ...OWN, 'x-forwarded-for': newAddress() })).status).toBe(429)
    expect((await signIn({ email, password: PASSWORD }, home)).status).toBe(200)
  })

  test('so does a browser by its cookie, wherever it is', async () => {
    const { email } = await signedInPerson(server)
    const browser = { 'user-agent': 'a browser', 'sec-fetch-site': 'same-origin' }
    const first = await signIn({ email, password: PASSWORD }, browser)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^qs-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    await useUp(email)

    expect((await signIn({ email, password: PASSWORD }, browser)).status).toBe(429)
    const known = { ...browser, cookie: cookie.split(';')[0] ?? '' }
    expect((await signIn({ email, password: PASSWORD }, known)).status).toBe(200)
  })

  test('a proof of work buys a try, once', async () => {
    const { email } = await signedInPerson(server)
    const gotrue_meta_security = { captcha_token: await solveCaptcha(server.url) }
    const body = { email, password: PASSWORD, gotrue_meta_security }
    // A try comes back every six seconds, and solving may take longer.
    await useUp(email)
    expect((await signIn(body, STRANGER)).status).toBe(200)
    await useUp(email)
    expect((await signIn(body, STRANGER)).status).toBe(429)
  })

  test('mails to a person are sent for a device of theirs, and for a proof of work', async () => {
    const { email } = await signedInPerson(server)
    const home = { ...OWN, 'x-forwarded-for': newAddress() }
    await signIn({ email, password: PASSWORD }, home)
    const mails = async (headers: Record<string, string>, more = {}) =>
      (await post('recover', { email, ...more }, headers)).status
    while ((await mails(STRANGER)) !== 429);

    expect(await mails(home)).toBe(200)
    expect(await mails(STRANGER)).toBe(429)
    const gotrue_meta_security = { captcha_token: await solveCaptcha(server.url) }
    expect(await mails(STRANGER, { gotrue_meta_security })).toBe(200)
  })
})

describe('who has an account', () => {
  const kdfOf = async (email: string) => (await post('kdf', { email }, STRANGER)).json()

  test('is not told by a sign-up and the parameters after it', async () => {
    const email = newEmail()
    const before = await kdfOf(email)
    const { password, kdf } = derivedSecret()
    await post('signup', { email, password, kdf }, STRANGER)
    expect(await kdfOf(email)).toEqual(before)
    await confirm(server, email)
    expect(await kdfOf(email)).toEqual(kdf)
    await post('signup', { email, ...derivedSecret() }, STRANGER)
    expect(await kdfOf(email)).toEqual(kdf)
  })

  test('is not told by a change of address; who has it learns of the attempt', async () => {
    const [one, other] = [await signedInPerson(server), await signedInPerson(server)]
    const { data, error } = await one.client.auth.updateUser({ email: other.email })
    expect(error).toBeNull()
    expect(data.user?.new_email).toBe(other.email)
    expect((await server.mailbox.next(other.email)).subject).toBe('You already have an account')
  })
})
