import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../../support/people/people.ts'
import { codeOf, enrolTotp } from '../../support/people/second-factor.ts'
import { SoftAuthenticator } from '../../support/counterparts/soft-authenticator.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Options = { challenge: string; rp: { id?: string }; user: { id: string }; allowCredentials?: { id: string }[] }
type Challenge = { id: string; webauthn: { type: 'create' | 'request'; credential_options: { publicKey: Options } } }
type Lies = Parameters<SoftAuthenticator['create']>[1]

/** A person with a security key that waits for its first use. */
async function withKey() {
  const { session, client } = await signedInPerson(server)
  let token = session.access_token
  const post = async (path: string, sent: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await server.fetch(`/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })
    const body = (await answer.json()) as Record<string, unknown>
    // The one from before counts no more.
    if (typeof body['access_token'] === 'string') token = body['access_token']
    return { status: answer.status, body }
  }
  const { body: factor } = await post('/factors', { factor_type: 'webauthn', friendly_name: 'Key' })
  expect(factor).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Key' })
  const at = `/factors/${String(factor.id)}`
  // What the client adds of its own is of no account.
  const given = { factorId: factor.id, webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } }
  const ask = async () => (await post(`${at}/challenge`, given)).body as unknown as Challenge
  const answer = ({ id, webauthn }: Challenge, credential: unknown, type = webauthn.type) =>
    post(`${at}/verify`, { challenge_id: id, webauthn: { type, credential_response: credential } })
  const device = new SoftAuthenticator(server.url)
  const create = async (lies: Lies = {}, by = device) => {
    const challenge = await ask()
    return answer(challenge, by.create(challenge.webauthn.credential_options.publicKey, lies))
  }
  const use = async (lies: Lies = {}) => {
    const challenge = await ask()
    return answer(challenge, device.get(challenge.webauthn.credential_options.publicKey, lies))
  }
  return { client, post, at, ask, answer, device, create, use }
}

const WRONG = { status: 422, body: { code: 'mfa_verification_failed' } }

test('the first challenge asks for a new credential, later ones for that credential', async () => {
  const { ask, create, use, device } = await withKey()
  const first = await ask()
  expect(first).toMatchObject({
    webauthn: { type: 'create', credential_options: { publicKey: { rp: { id: '127.0.0.1' } } } },
  })
  expect(await create()).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } })
  const second = await ask()
  const credential = { id: device.id.toString('base64url') }
  expect(second).toMatchObject({
    webauthn: { type: 'request', credential_options: { publicKey: { allowCredentials: [credential] } } },
  })
  // A touch is enough: the password came before.
  expect((await use({ isUserVerified: false })).status).toBe(200)
})

test.each<[string, NonNullable<Lies>]>([
  ['another site', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
])('%s proves nothing, neither at first nor later', async (_name, lies) => {
  const { create, use } = await withKey()
  expect(await create(lies)).toMatchObject(WRONG)
  expect((await create()).status).toBe(200)
  expect(await use(lies)).toMatchObject(WRONG)
  expect((await use()).status).toBe(200)
})

test('an answer counts once, a copied key never again', async () => {
  const { ask, answer, create, use, device } = await withKey()
  await create()
  const challenge = await ask()
  const credential = device.get(challenge.webauthn.credential_options.publicKey)
  expect((await answer(challenge, credential)).status).toBe(200)
  expect(await answer(challenge, credential)).toMatchObject({ status: 422, body: { code: 'mfa_factor_not_found' } })
  expect(await answer(await ask(), credential)).toMatchObject(WRONG)
  expect(await use({ count: 1 })).toMatchObject(WRONG)
})

test('another device, another ceremony, a digit code and nonsense prove nothing', async () => {
  const { ask, answer, create, device, post, at } = await withKey()
  const early = await ask()
  expect((await create()).status).toBe(200)

  // A challenge from before the first use must not put another device in place of the first.
  const stranger = new SoftAuthenticator(server.url)
  const replacement = stranger.create(early.webauthn.credential_options.publicKey)
  expect(await answer(early, replacement)).toMatchObject(WRONG)
  const asked = await ask()
  const options = asked.webauthn.credential_options.publicKey
  stranger.userHandle = device.userHandle
  expect(await answer(asked, stranger.get(options))).toMatchObject(WRONG)
  expect(await answer(asked, device.get(options), 'create')).toMatchObject(WRONG)
  expect(await answer(asked, { id: 'nonsense' })).toMatchObject(WRONG)
  expect(await post(`${at}/verify`, { challenge_id: asked.id, code: '123456' })).toMatchObject(WRONG)
})

test('a key is a factor of one account only', async () => {
  const { create, device } = await withKey()
  expect((await create()).status).toBe(200)
  const other = await withKey()
  expect(await other.create({}, device)).toMatchObject(WRONG)
})

test('a device does not answer for an authenticator app', async () => {
  const { client, post, device } = await withKey()
  const { id, secret } = await enrolTotp(client)
  const asked = await client.auth.mfa.challenge({ factorId: id })
  const credential_response = device.get({ challenge: 'AAAA', rpId: '127.0.0.1' })
  const body = { challenge_id: asked.data?.id, webauthn: { type: 'request', credential_response } }
  expect(await post(`/factors/${id}/verify`, body)).toMatchObject(WRONG)
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
  expect(verified.error).toBeNull()
})
