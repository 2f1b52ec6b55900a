import { afterAll, beforeAll } from 'vitest'
import { PASSWORD, type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Runs the installation. */
export let root: Person
/** Belongs to another organisation, which they own. */
export let other: Person

export function stageTenants(): void {
  beforeAll(async () => {
    server = await startServer({ ORGANISATION: 'personal' })
    root = await signedInPerson(server)
    other = await signedInPerson(server)
    await run('select auth.claim_installation($1)', [root.session.user.id])
  })
  afterAll(() => server.stop())
}

export const run = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.owner<Row>(text, values)).rows

export type Answer = { status: number; body: Record<string, unknown> }

/** One request to tenants/v1. */
export async function call(person: Person | undefined, line: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await server.fetch(`/tenants/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? (JSON.parse(text) as Answer['body']) : {} }
}

export type Organisation = { id: string; owner: Person }

/** An organisation with its owner, who has accepted. */
export async function organisation(name = 'Example & Sons', plan = 'enterprise'): Promise<Organisation> {
  const email = newEmail()
  const answer = await server.fetch('/auth/v1/tenants', {
    method: 'POST',
    headers: { authorization: `Bearer ${root.session.access_token}` },
    body: JSON.stringify({ name, plan, email, fingerprint: 'A'.repeat(43) }),
  })
  const { id } = (await answer.json()) as { id: string }
  return { id, owner: await accepted(email) }
}

/** Opens the newest mail's invitation and signs in. */
async function accepted(email: string): Promise<Person> {
  const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
  const client = server.client()
  const { data, error } = await client.auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
  if (error || !data.session) throw error ?? new Error('no session')
  await client.auth.updateUser({ password: PASSWORD })
  return { email, password: PASSWORD, client, session: data.session }
}

/** A member with this role. */
export async function member(home: string, role = 'member'): Promise<Person> {
  const person = await signedInPerson(server)
  const { id } = person.session.user
  await run('delete from enterprise_user_roles where user_id = $1', [id])
  await run('update profiles set tenant_id = $2 where user_id = $1', [id, home])
  await run('insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, $3)', [id, home, role])
  return person
}

export const eventsOf = (tenant: string, kind: string) =>
  run<{ user_id: string | null; details: Record<string, unknown>; risk_level: string }>(
    'select user_id, details, risk_level from system_audit_log where tenant_id = $1 and event_type = $2 order by created_at',
    [tenant, kind],
  )

/** Tables that name one of these ids anywhere, those aside that stay. */
export async function tablesNaming(ids: readonly string[]): Promise<string[]> {
  const tables = await run<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await run(
      `select from ${name} t where exists (select from unnest($1::text[]) as m (mark) where position(m.mark in t::text) > 0) limit 1`,
      [ids],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
