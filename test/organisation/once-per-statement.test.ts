import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await signedInPerson(server)
})
afterAll(() => server.stop())

/** How PostgreSQL reads a table for who administers the organisation. */
async function planOf(statement: string): Promise<string> {
  const claims = { sub: admin.session.user.id, role: 'authenticated', aud: 'authenticated' }
  const { rows } = await server.database.oneAsCaller<Record<string, string>>(
    { role: 'authenticated', claims },
    { text: `explain (verbose, costs off) ${statement}` },
  )
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

test.each([
  'select id from public.enterprise_user_roles',
  'select id from public.invitations',
  'select id from public.threat_incidents',
  'select id from public.system_audit_log',
  'select id from public.contacts',
  `update public.contacts set status = 'closed'`,
])('%s: permissions are asked for once, and not for each row', async (statement) => {
  const plan = await planOf(statement)
  expect(plan).toMatch(/InitPlan/)
  expect(plan.split('\n').filter((line) => /Filter:.*authz\.allows/.test(line))).toEqual([])
})
