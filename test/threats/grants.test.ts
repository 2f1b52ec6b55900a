import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { noticed } from './noticed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const idOf = ({ session }: Person) => session.user.id

async function owner(): Promise<Person> {
  const person = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from tenants where is_default
     on conflict do nothing`,
    [idOf(person)],
  )
  return person
}
const give = async (giver: Person, taker: Person, role: string) => {
  await server.database.owner('update auth.sessions set proven_at = now() where user_id = $1', [idOf(giver)])
  const { error } = await giver.client.rpc('set_member_role', { person: idOf(taker), role })
  if (error) throw error
}
const ageSession = (person: Person, by: string) =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.user_id = $1', values: [idOf(person)], columns: ['created_at'] },
    by,
  )

test('the first role of an administrator that somebody gives, minutes after signing in, is noted', async () => {
  const anna = await owner()
  await give(anna, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(anna))).toMatchObject([
    {
      detector: 'privilege_change',
      enforcement: 'none',
      reasons: [
        { code: 'young_session', minutes: 0 },
        { code: 'first_grant', role: 'admin' },
      ],
    },
  ])
})

/** Gave a role before. */
const giver = async (): Promise<Person> => {
  const person = await owner()
  await server.database.owner('insert into threats.givers (user_id) values ($1)', [idOf(person)])
  return person
}

test('a first one from a session of an hour is noted as well, and one of minutes by somebody who gave some before', async () => {
  const ben = await owner()
  await ageSession(ben, '1 hour')
  await give(ben, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(ben))).toMatchObject([{ reasons: [{ code: 'first_grant', role: 'admin' }] }])
  const dora = await giver()
  await give(dora, await signedInPerson(server), 'admin')
  expect(await noticed(server, idOf(dora))).toMatchObject([{ reasons: [{ code: 'young_session', minutes: 0 }] }])
})

test('a role that administers nothing, and one from a session of an hour by somebody who gave some before, are usual', async () => {
  const ben = await owner()
  await give(ben, await signedInPerson(server), 'viewer')
  const emil = await giver()
  await ageSession(emil, '1 hour')
  await give(emil, await signedInPerson(server), 'admin')
  expect([...(await noticed(server, idOf(ben))), ...(await noticed(server, idOf(emil)))]).toEqual([])
})

test('an invitation to administer counts as the role', async () => {
  const fay = await owner()
  const { status } = await server.fetch('/auth/v1/team/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${fay.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), role: 'owner', fingerprint: 'A'.repeat(43) }),
  })
  expect(status).toBe(200)
  expect(await noticed(server, idOf(fay))).toMatchObject([
    { detector: 'privilege_change', reasons: [{ code: 'young_session' }, { code: 'first_grant', role: 'owner' }] },
  ])
})

test('who gives a role to themselves is noted', async () => {
  const cleo = await owner()
  await ageSession(cleo, '1 hour')
  await owner()
  await give(cleo, cleo, 'security_admin')
  expect(await noticed(server, idOf(cleo))).toMatchObject([{ detector: 'privilege_change' }])
})

test('every owner and the person are mailed of a role that administers, who gave it as well, and no setting stops it', async () => {
  const gus = await owner()
  const [hal, kim] = [await signedInPerson(server), await owner()]
  await give(gus, hal, 'admin')
  for (const { email } of [gus, hal, kim])
    await expect
      .poll(async () => (await server.mailbox.to(email)).map(({ subject }) => subject))
      .toContain('Who administers your organisation changed')
})
