import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfirmation } from '#vault/account/confirmation.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { codeIn } from '../support/server/test-mailbox.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced } from './noticed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type ByPhone = { phone: string; userId: string; token: string; sessionId: string }

/** Signed in by an SMS; there is no address and no password. */
async function byPhone(): Promise<ByPhone> {
  const { auth } = server.client()
  const phone = `+49151${randomInt(10_000_000, 99_999_999)}`
  await auth.signInWithOtp({ phone })
  const { data } = await auth.verifyOtp({ phone, token: codeIn(await server.mailbox.next(phone)), type: 'sms' })
  const userId = data.user?.id ?? ''
  return { phone, userId, token: data.session?.access_token ?? '', sessionId: await sessionOf(userId) }
}
async function sessionOf(userId: string): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>('select id from auth.sessions where user_id = $1', [
    userId,
  ])
  return rows[0]?.id ?? ''
}
const hold = (userId: string, sessionId: string, needs: string) =>
  server.database.owner('select threats.record($1)', [
    JSON.stringify({
      detector: 'session_moved',
      user_id: userId,
      session_id: sessionId,
      subject: `session ${sessionId}`,
      needs,
    }),
  ])
const reauthenticate = ({ token }: ByPhone, body?: object) =>
  server.fetch('/auth/v1/reauthenticate', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

test('who has a number only is held, and a code by SMS lifts it, which a wrong one does not', async () => {
  const pia = await byPhone()
  await hold(pia.userId, pia.sessionId, 'mailbox')
  expect(await enforced(server, pia.userId)).toEqual(['step_up'])
  expect((await reauthenticate(pia)).status).toBe(200)
  const nonce = codeIn(await server.mailbox.next(pia.phone))
  expect((await reauthenticate(pia, { nonce: nonce === '000000' ? '111111' : '000000' })).status).toBe(422)
  expect(await enforced(server, pia.userId)).toEqual(['step_up'])
  expect((await reauthenticate(pia, { nonce })).status).toBe(204)
  expect(await enforced(server, pia.userId)).toEqual([])
})

test('where no code can be sent, and where the number is new, nobody is held who could not get out', async () => {
  const quin = await byPhone()
  await server.database.owner('select threats.set_sms(false)')
  await hold(quin.userId, quin.sessionId, 'any')
  expect(await enforced(server, quin.userId)).toEqual([])
  await server.database.owner('select threats.set_sms(true)')

  const rosa = await byPhone()
  const account = { table: 'auth.users', where: 'r.id = $1', values: [rosa.userId], columns: ['created_at'] }
  await ageRows(server.database, account, '30 days')
  const identity = { table: 'auth.identities', where: 'r.user_id = $1', values: [rosa.userId], columns: ['created_at'] }
  await ageRows(server.database, identity, '30 days')
  await hold(rosa.userId, rosa.sessionId, 'any')
  expect(await enforced(server, rosa.userId)).toEqual([])
  expect((await reauthenticate(rosa)).status).toBe(422)
})

test('the page hears whether the password is enough', async () => {
  const anna = await personWithVault(server)
  const claims: unknown = JSON.parse(Buffer.from(anna.accessToken.split('.')[1] ?? '', 'base64url').toString())
  const { session_id: sessionId } = z.object({ session_id: z.uuid() }).parse(claims)
  await hold(anna.userId, sessionId, 'any')
  expect(await readConfirmation(anna.api)).toMatchObject({ detector: 'session_moved', takesPassword: true })
  await server.database.owner('delete from threat_enforcements')
  await hold(anna.userId, sessionId, 'mailbox')
  expect(await readConfirmation(anna.api)).toMatchObject({ takesPassword: false })
})
