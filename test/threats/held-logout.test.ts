import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }

const logout = (token: string, query: string) =>
  server.fetch(`/auth/v1/logout${query}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })

test('a held session ends itself only, whichever way it asks', async () => {
  const anna = await signedInPerson(server)
  const { data } = await server.client().auth.signInWithPassword({ email: anna.email, password: PASSWORD })
  const stolen = data.session?.access_token ?? ''
  const { session_id: sessionId } = claimsOf(stolen)
  const userId = anna.session.user.id
  const finding = { detector: 'session_moved', user_id: userId, session_id: sessionId, needs: 'any' }
  await server.database.owner('select threats.record($1)', [
    JSON.stringify({ ...finding, subject: `session ${sessionId}` }),
  ])

  // Without a scope, all of them are meant.
  for (const query of ['?scope=others', '?scope=global', '']) {
    const answer = await logout(stolen, query)
    expect([query, answer.status, await answer.json()]).toMatchObject([query, 403, { code: 'step_up_required' }])
  }
  expect((await anna.client.auth.getUser()).error).toBeNull()

  expect((await logout(stolen, '?scope=local')).status).toBe(204)
  const { rows } = await server.database.owner('select from auth.sessions where id = $1', [sessionId])
  expect(rows).toEqual([])
  expect((await anna.client.auth.getUser()).error).toBeNull()
})
