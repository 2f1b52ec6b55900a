import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SoftAuthenticator } from '../support/counterparts/soft-authenticator.ts'
import { accountWrap, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { codeIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

type Person = Awaited<ReturnType<typeof signedInPerson>>

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ada = await signedInPerson(server)
  const values = [ada.session.user.id]
  await server.database.owner('update auth.users set is_vault_enrolled = true where id = $1', values)
  await age('auth.users', 'r.id = $1', '60 days')
  await age('auth.identities', 'r.user_id = $1', '60 days')
  await age('auth.sessions', 'r.user_id = $1', '1 hour')
})

const age = (table: string, where: string, by: string) =>
  ageRows(server.database, { table, where, values: [ada.session.user.id], columns: ['created_at'] }, by)

/** What an attempt to replace the keys of the vault is answered, with nothing but a token. */
async function replaceKeys(accessToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const body = JSON.stringify({ wraps: { recovery: accountWrap() } })
  const answer = await server.fetch('/auth/v1/vault/keys', { method: 'POST', headers, body })
  const { error_code: code } = (await answer.json().catch(() => ({}))) as { error_code?: string }
  return code === 'reauthentication_needed' ? code : 'passed'
}

/** Opens a session by a passkey that is added with a token that was stolen within minutes of the sign-in. */
async function passkeySession(): Promise<string> {
  await openedBy('password')
  const { passkey } = ada.client.auth
  const begun = await passkey.startRegistration()
  if (begun.error) throw begun.error
  const device = new SoftAuthenticator(server.url)
  const credential = device.create(begun.data.options)
  const made = await passkey.verifyRegistration({ challengeId: begun.data.challenge_id, credential })
  if (made.error) throw made.error
  return signInBy(device)
}

async function signInBy(device: SoftAuthenticator): Promise<string> {
  const { passkey } = server.client().auth
  const asked = await passkey.startAuthentication()
  if (asked.error) throw asked.error
  const { challenge_id: challengeId, options } = asked.data
  const { data, error } = await passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  if (error) throw error
  return data.session?.access_token ?? ''
}

/** As if the newest session had been opened in this way. */
const openedBy = (method: string) =>
  server.database.owner(`update auth.sessions set amr = $2, created_at = now() where user_id = $1`, [
    ada.session.user.id,
    JSON.stringify([{ method, timestamp: 1 }]),
  ])

describe('a new way to sign in', () => {
  test('a passkey opens a session, which replaces no keys', async () => {
    expect(await replaceKeys(ada.session.access_token)).toBe('reauthentication_needed')
    const token = await passkeySession()
    expect(await replaceKeys(token)).toBe('reauthentication_needed')

    await age('auth.passkeys', 'r.user_id = $1', '8 days')
    expect(await replaceKeys(token)).toBe('passed')
  })

  test('a mailed code makes up for it, so that nobody waits a week', async () => {
    const token = await passkeySession()
    await server.mailbox.next(ada.email)
    const headers = { authorization: `Bearer ${token}` }
    expect((await server.fetch('/auth/v1/reauthenticate', { headers })).status).toBe(200)
    const body = JSON.stringify({ nonce: codeIn(await server.mailbox.next(ada.email)) })
    expect((await server.fetch('/auth/v1/reauthenticate', { method: 'POST', headers, body })).status).toBe(204)
    expect(await replaceKeys(token)).toBe('passed')
  })

  test.each(['oauth', 'sso/saml', 'web3'])('nor does an identity, opened by %s', async (method) => {
    const values = [ada.session.user.id]
    await openedBy(method)
    expect(await replaceKeys(ada.session.access_token)).toBe('passed')
    await server.database.owner(
      `insert into auth.identities (user_id, provider, provider_id) values ($1, 'google', gen_random_uuid()::text)`,
      values,
    )
    expect(await replaceKeys(ada.session.access_token)).toBe('reauthentication_needed')
    await age('auth.identities', 'r.user_id = $1', '8 days')
    expect(await replaceKeys(ada.session.access_token)).toBe('passed')
  })

  test('nor does a number', async () => {
    await openedBy('otp')
    expect(await replaceKeys(ada.session.access_token)).toBe('passed')
    await server.database.owner('update auth.users set phone_confirmed_at = now() where id = $1', [ada.session.user.id])
    expect(await replaceKeys(ada.session.access_token)).toBe('reauthentication_needed')
  })

  test('what the account began with proves as much as ever', async () => {
    await age('auth.users', 'r.id = $1', '-60 days')
    const token = await passkeySession()
    expect(await replaceKeys(token)).toBe('passed')
  })

  test('a password and a mailed link still do, beside a new passkey', async () => {
    await passkeySession()
    for (const method of ['password', 'recovery', 'otp']) {
      await openedBy(method)
      expect(await replaceKeys(ada.session.access_token), method).toBe('passed')
    }
  })
})
