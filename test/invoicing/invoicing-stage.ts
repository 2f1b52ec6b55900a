import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Runs the installation. */
export let root: Person
/** Runs it as well. */
export let second: Person
/** Owns an organisation of the plan Starter. */
export let payer: Person
/** Manages billing of the same organisation as an owner, too. */
export let colleague: Person
/** Owns another one. */
export let stranger: Person
/** The organisation of `payer`. */
export let tenant: string

/** One server for a file, with people of three organisations. */
export function stageInvoicing(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startServer({ RATE_LIMIT_FACTOR: '50', SUPPORT_EMAIL: 'support@example.test', ...settings })
    root = await signedInPerson(server)
    second = await signedInPerson(server)
    payer = await signedInPerson(server)
    colleague = await signedInPerson(server)
    stranger = await signedInPerson(server)
    for (const { session } of [root, second])
      await server.database.owner(
        `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'super_admin' from profiles where user_id = $1
         on conflict do nothing`,
        [session.user.id],
      )
    tenant = await organisationOf([payer, colleague])
    await organisationOf([stranger])
  })
  afterAll(() => server.stop())
}

/** Moves people into an organisation of their own, which they own. @returns its id */
export async function organisationOf(people: readonly Person[]): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into tenants (name, subscription_tier) values ($1, 'starter') returning id`,
    [`Organisation ${randomUUID().slice(0, 8)}`],
  )
  const id = rows[0]?.id ?? ''
  for (const { session } of people) {
    await server.database.owner('update profiles set tenant_id = $2 where user_id = $1', [session.user.id, id])
    await server.database.owner(
      `insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'owner') on conflict do nothing`,
      [session.user.id, id],
    )
  }
  return id
}

export type Answer = { status: number; body: Record<string, unknown>; text: string }

/** One request to invoicing/v1. */
export async function call(person: Person | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.fetch(`/invoicing/v1${path}`, {
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

export const BUYER = {
  legal_name: 'Engines GmbH',
  address: 'Werkstraße 1\n10115 Berlin',
  country: 'DE',
  tax_number: 'DE136695976',
  purchase_reference: 'PO-7',
  email: 'accounts@example.test',
}
export const SELLER = {
  legal_name: 'Vaults SARL',
  address: 'Rue 2\n75001 Paris',
  country: 'FR',
  tax_number: 'FR83404833048',
  bank: 'Bank, FR76 3000 6000 0112 3456 7890 189',
}
export const LINE = { text: 'Plan Professional', quantityMilli: 1500, unitMinor: 10_001, taxBasisPoints: 1900 }
export const INVOICE = {
  language: 'en',
  currency: 'EUR',
  lines: [LINE],
  is_reverse_charge: false,
  note: '',
  period_from: '2026-01-01',
  period_to: '2026-01-31',
  due_on: '2030-02-15',
}

/** Both sides of invoices, where they are missing. */
export async function writeSides(): Promise<void> {
  await call(payer, 'PUT', '/buyer', { ...BUYER, version: 0 })
  await call(root, 'PUT', '/seller', { ...SELLER, version: 0 })
}

/** @returns the id of a draft for the organisation of `payer` */
export async function addDraft(fields: Partial<typeof INVOICE> = {}): Promise<string> {
  const answer = await call(root, 'POST', `/tenants/${tenant}/invoices`, { ...INVOICE, ...fields })
  expect(answer).toMatchObject({ status: 201 })
  return String(answer.body['id'])
}

export const issue = (id: string, version = 1, person = root) =>
  call(person, 'POST', `/invoices/${id}/issue`, { version })

export async function issued(fields: Partial<typeof INVOICE> = {}): Promise<string> {
  const id = await addDraft(fields)
  expect(await issue(id)).toMatchObject({ status: 204 })
  return id
}

export const read = async (id: string, person = root) => (await call(person, 'GET', `/invoices/${id}`)).body

/** Events of a kind in the log of an organisation. */
export async function eventsOf(type: string, home = tenant): Promise<number> {
  const { rows } = await server.database.owner<{ count: number }>(
    'select count(*)::int4 as count from system_audit_log where event_type = $1 and tenant_id = $2',
    [type, home],
  )
  return rows[0]?.count ?? 0
}
