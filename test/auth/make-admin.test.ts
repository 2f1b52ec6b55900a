import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { addressOf, runCommand } from '../support/server/plain-node.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** `npm run user` beside the server, with its database. */
const user = (command: string, email: string) =>
  runCommand('user', [command, email], {
    DATABASE_URL: addressOf(server.connection),
    DATA_DIR: server.config.dataDir,
    PUBLIC_URL: server.url,
  })

/** A row that went names nobody as its author. */
async function eventsOf(userId: string): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    `select event_type from system_audit_log
     where $1::text in (user_id::text, details ->> 'id') and details ->> 'by' = 'operator' order by created_at, id`,
    [userId],
  )
  return rows.map((row) => row['event_type'])
}

async function rolesOf(userId: string): Promise<unknown[]> {
  const { rows } = await server.database.owner('select role from authz.live_roles where user_id = $1 order by role', [
    userId,
  ])
  return rows.map((row) => row['role'])
}

test('an administrator is made once, in the organisation that runs the installation, by the operator', async () => {
  // The first to sign in on the machine itself on the machine itself is one already.
  await signedInPerson(server)
  const person = await signedInPerson(server)
  const { id } = person.session.user
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'viewer' from profiles where user_id = $1`,
    [id],
  )
  const sentence = (how: string) => ({
    status: 0,
    said: `${person.email} is ${how} super admin of this installation.\n`,
  })

  expect(user('make-admin', person.email)).toEqual(sentence('now'))
  const events = await eventsOf(id)
  expect(events).toEqual([
    'enterprise_user_roles.delete',
    'enterprise_user_roles.delete',
    'enterprise_user_roles.insert',
    'user.changed',
  ])
  expect(await rolesOf(id)).toEqual(['super_admin'])

  expect(user('make-admin', person.email)).toEqual(sentence('already'))
  expect(await eventsOf(id)).toEqual(events)
})

test('nobody of another organisation, nobody suspended and nobody who was removed is made administrator', async () => {
  const [other, suspended, removed] = [
    await signedInPerson(server),
    await signedInPerson(server),
    await signedInPerson(server),
  ]
  const refused = (email: string, sentence: string) =>
    expect(user('make-admin', email)).toEqual({ status: 1, said: expect.stringContaining(sentence) })
  const elsewhere = randomUUID()
  await server.database.owner(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [elsewhere])
  await server.database.owner('update profiles set tenant_id = $2 where user_id = $1', [
    other.session.user.id,
    elsewhere,
  ])
  refused(other.email, 'is not in the organisation that runs this installation')
  user('suspend', suspended.email)
  refused(suspended.email, 'restore the account first')
  await server.database.owner(
    `insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1`,
    [removed.session.user.id],
  )
  refused(removed.email, 'on the page Team')
  for (const { session } of [other, suspended, removed])
    expect(await rolesOf(session.user.id)).not.toContain('super_admin')
})
