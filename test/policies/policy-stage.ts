import { afterAll, beforeAll } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { personWithTotp, type ProtectedPerson } from '../support/people/second-factor.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Manages security and has an authenticator app. */
export let guard: ProtectedPerson
/** A member. */
export let anna: Person

export const idOf = ({ session }: Person): string => session.user.id

/** An organisation of several people, with an owner whom no test names. `environment` may be made when the tests begin. */
export function stagePolicies(environment: Record<string, string> | (() => Record<string, string>) = {}): void {
  beforeAll(async () => {
    server = await startServer(typeof environment === 'function' ? environment() : environment)
    await signedInPerson(server)
    guard = await personWithTotp(server)
    await giveRole(guard, 'security_admin')
    anna = await signedInPerson(server)
  })
  afterAll(() => server.stop())
}

export const giveRole = (person: Person, role: string): Promise<void> => giveRoleTo(idOf(person), role)

export async function giveRoleTo(userId: string, role: string): Promise<void> {
  await server.database.owner(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, $2 from tenants where is_default',
    [userId, role],
  )
}

export type Rules = Record<string, unknown>

/** Changes rules as somebody, who saw the newest version unless the test says otherwise. */
export async function setRules({ client }: Person, wanted: Rules, seen?: number) {
  return client.rpc('set_policies', { wanted, seen: seen ?? (await versionOf()) })
}

export async function versionOf(): Promise<number> {
  const { rows } = await server.database.owner<{ version: number }>(
    `select o.version from organisation_policies o join tenants t on t.id = o.tenant_id where t.is_default`,
  )
  return rows[0]?.version ?? 0
}

/** Rules as they are when no test is about how they are set; past the function, so that a date may lie in the past. */
export async function haveRules(rules: Rules): Promise<void> {
  await server.database.owner(
    `delete from organisation_policies o using tenants t where t.id = o.tenant_id and t.is_default`,
  )
  await server.database.owner(
    `insert into organisation_policies
     select (jsonb_populate_record(null::organisation_policies,
               '{"version": 1, "allows_links": true, "needs_link_password": false, "allows_requests": true, "allows_guest_links": false, "exports_by": "readers", "updated_at": "2026-01-01"}'
               || jsonb_build_object('tenant_id', t.id) || $1::jsonb)).*
     from tenants t where t.is_default`,
    [JSON.stringify(rules)],
  )
  // Servers trust what they know of a session for a second.
  server.clock.advance(2)
}

/** Half an hour ago a sign-in proves nothing any longer. */
export async function makeStale({ session }: Person): Promise<void> {
  const id = sessionIdOf(session.access_token)
  await server.database.owner('update auth.sessions set proven_at = null where id = $1', [id])
  await ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.id = $1', values: [id], columns: ['created_at'] },
    '30 minutes',
  )
}

export function sessionIdOf(accessToken: string): string {
  const claims: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'session_id' in claims ? String(claims.session_id) : ''
}

/** Somebody who signs up gets an organisation of their own, as its owner. */
export async function moveAway(person: Person): Promise<void> {
  await server.database.owner(
    `with other as (insert into tenants (name) values ('Other') returning id),
          moved as (update profiles set tenant_id = (select id from other) where user_id = $1),
          gone as (delete from enterprise_user_roles where user_id = $1)
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from other`,
    [idOf(person)],
  )
}
