import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Manages growth, and nothing else. */
export let manager: Person
/** Of the same organisation, without a role that manages growth. */
export let member: Person
/** Manages growth in another organisation. */
export let stranger: Person

type Hooks = {
  /** Settings that are known when the hooks before have run. */
  more?: () => Record<string, string>
  onStarted?: (started: TestServer) => void
}

/** One server for a file, with people of two organisations. */
export function stageGrowth(
  environment: Record<string, string> = {},
  { more = () => ({}), onStarted = () => undefined }: Hooks = {},
): void {
  beforeAll(async () => {
    server = await startServer({ ...environment, ...more() })
    onStarted(server)
    // The first account is the administrator of the installation.
    await signedInPerson(server)
    ;[manager, member, stranger] = [
      await signedInPerson(server),
      await signedInPerson(server),
      await signedInPerson(server),
    ]
    await giveRole(manager, 'growth_manager')
    await giveRole(member, 'security_admin')
    await server.database.owner(
      `with other as (insert into tenants (name) values ($2) returning id),
            moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
       insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'growth_manager' from other`,
      [stranger.session.user.id, `Other ${randomUUID()}`],
    )
  })
  afterAll(() => server.stop())
}

async function giveRole({ session }: Person, role: string): Promise<void> {
  await server.database.owner(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, $2 from profiles where user_id = $1',
    [session.user.id, role],
  )
}

export type Answer = { status: number; body: Record<string, unknown>; text: string }

/** One request to growth/v1. */
export async function call(person: Person | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.fetch(`/growth/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {}, text }
}

export type Contact = { id: string; email: string; name: string; consent: string; tags: string[]; source: string }

export async function listContacts(query = '', person = manager): Promise<Contact[]> {
  const { body } = await call(person, 'GET', `/contacts${query}`)
  return body['contacts'] as Contact[]
}

export async function importContacts(csv: string, more: Record<string, unknown> = {}, person = manager) {
  return call(person, 'POST', '/contacts/imports', { csv, isPreview: false, ground: null, tags: [], ...more })
}

/** @returns the contact with this address. */
export async function contactOf(email: string): Promise<Contact> {
  const [contact] = await listContacts(`?search=${encodeURIComponent(email)}`)
  if (!contact) throw new Error(`there is no contact ${email}`)
  return contact
}

/** Events of a kind, newest first. */
export async function eventsOf(type: string) {
  const { rows } = await server.database.owner<{
    user_id: string | null
    tenant_id: string
    details: { count?: number }
  }>(
    'select user_id, tenant_id, details from system_audit_log where event_type = $1 order by created_at desc, id desc',
    [type],
  )
  return rows
}
