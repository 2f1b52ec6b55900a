import { afterAll, beforeAll, expect, test } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { listOwnSessions, readSecurityFacts, revokeOwnSession } from '#vault/account/own-security.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { signedInPerson } from '../support/people/people.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
let person: VaultPerson
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
})
afterAll(() => server.stop())

test('sessions are listed with this one first, and no one else’s', async () => {
  const { email, password, session } = await signedInPerson(server)
  const api = apiOf(session.access_token)
  const other = await server.client().auth.signInWithPassword({ email, password })

  const sessions = await listOwnSessions(api)

  // The third is of the confirmation link.
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  expect(sessions[0]).toMatchObject({ id: sessionIdOf(session.access_token), hasSecondFactor: false, ip: '127.0.0.1' })
  expect(sessions[1]?.id).toBe(sessionIdOf(other.data.session?.access_token))
})

test('an ended session stops working, and the log says who ended it', async () => {
  const { email, password, session } = await signedInPerson(server)
  const api = apiOf(session.access_token)
  const other = server.client()
  const { data } = await other.auth.signInWithPassword({ email, password })
  const stolenApi = apiOf(data.session?.access_token)
  await readSecurityFacts(stolenApi)
  const ended = (await listOwnSessions(api)).find(({ id }) => id === sessionIdOf(data.session?.access_token))

  expect(await revokeOwnSession(api, ended?.id ?? '')).toBe(true)
  expect(await revokeOwnSession(api, ended?.id ?? '')).toBe(false)

  await expect
    .poll(() => readSecurityFacts(stolenApi).catch((error: unknown) => error))
    .toMatchObject({
      code: 'session_ended',
    })
  expect((await other.auth.refreshSession()).error).toBeTruthy()
  const { rows } = await server.database.owner<{ details: unknown }>(
    `select details from system_audit_log where event_type = 'session.revoked' and user_id = $1`,
    [session.user.id],
  )
  expect(rows).toEqual([{ details: { session_id: ended?.id, by_session: sessionIdOf(session.access_token) } }])
})

test("somebody else's session cannot be ended", async () => {
  const victim = await signedInPerson(server)
  const id = sessionIdOf(victim.session.access_token)

  expect(await revokeOwnSession(person.api, id)).toBe(false)
  expect((await victim.client.auth.getUser()).error).toBeNull()
})

test('without a session there is nothing to see', async () => {
  for (const name of ['own_sessions', 'own_security', 'revoke_own_session']) {
    const answer = await server.fetch(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: name.startsWith('revoke') ? JSON.stringify({ session: crypto.randomUUID() }) : '{}',
    })
    expect(answer.status, name).toBe(401)
  }
})

test('the facts are those of the account', async () => {
  expect(await readSecurityFacts(person.api)).toMatchObject({
    isEmailConfirmed: true,
    hasVault: true,
    hasRecoveryWords: true,
    secondFactors: 0,
    passkeys: 0,
    hasProvider: false,
    fitsWays: true,
    idleSessions: 0,
    stolenAt: null,
    passwordSetAt: expect.any(String),
  })
  const { session } = await signedInPerson(server)
  expect(await readSecurityFacts(apiOf(session.access_token))).toMatchObject({
    hasVault: false,
    hasRecoveryWords: false,
  })
})

test('a forgotten session and a stolen one count', async () => {
  const { session } = await signedInPerson(server)
  const old = `update auth.sessions set refreshed_at = now() - interval '15 days' where id = $1`
  await server.database.owner(old, [sessionIdOf(session.access_token)])
  await server.database.owner(
    `select audit.record('refresh.reuse_detected', 'auth', $1, 'x', 'blocked', 'critical', '{}')`,
    [session.user.id],
  )
  const facts = await readSecurityFacts(apiOf(session.access_token))
  expect(facts.idleSessions).toBe(1)
  expect(Date.parse(facts.stolenAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

function apiOf(accessToken: string | undefined): VaultApi {
  const publishableKey = server.secrets.publishableKeys[0]
  return new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => accessToken })
}

function sessionIdOf(accessToken: string | undefined): string {
  const payload = accessToken?.split('.')[1] ?? ''
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { session_id: string }).session_id
}
