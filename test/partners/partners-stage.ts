import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Manages partners, and nothing else. */
export let manager: Person
/** Manages partners of the same organisation. */
export let colleague: Person
/** Manages sales of the same organisation, not its partners. */
export let seller: Person
/** Have the role of a partner in the same organisation. */
export let reseller: Person
export let rival: Person
/** Manages partners of another organisation. */
export let stranger: Person

/** One server for a file, with people of two organisations. */
export function stagePartners(): void {
  beforeAll(async () => {
    server = await startServer({ RATE_LIMIT_FACTOR: '50' })
    // The first account is the administrator of the installation.
    await signedInPerson(server)
    manager = await personWith('partner_manager')
    colleague = await personWith('partner_manager')
    seller = await personWith('sales_manager')
    reseller = await personWith('partner')
    rival = await personWith('partner')
    stranger = await signedInPerson(server)
    await server.database.owner(
      `with other as (insert into tenants (name) values ($2) returning id),
            moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
       insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'partner_manager' from other`,
      [stranger.session.user.id, `Other ${randomUUID()}`],
    )
  })
  afterAll(() => server.stop())
}

async function personWith(role: string): Promise<Person> {
  const person = await signedInPerson(server)
  await server.database.owner(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, $2 from profiles where user_id = $1',
    [person.session.user.id, role],
  )
  return person
}

export type Answer = { status: number; body: Record<string, unknown>; text: string }

/** One request to partners/v1. */
export async function call(person: Person | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.fetch(`/partners/v1${path}`, {
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

export type Programme = {
  version: number
  currency: string
  tiers: { id: string; preset: string | null; name: string | null; basis_points: number }[]
  people: { id: string; name: string }[]
}
export const readProgramme = async (person = manager): Promise<Programme> =>
  (await call(person, 'GET', '/programme')).body as Programme

export const NEW_PARTNER = { company: 'Acme', contact_name: 'Ada', contact_email: '', state: 'active', notes: 'secret' }

/** In the first tier, which earns 5 %. @returns its id */
export async function addPartner(fields: Partial<typeof NEW_PARTNER> & { tier_id?: string } = {}, person = manager) {
  const id = randomUUID()
  const tier = (await readProgramme(person)).tiers[0]?.id
  const answer = await call(person, 'POST', '/partners', { id, tier_id: tier, ...NEW_PARTNER, ...fields })
  expect(answer).toMatchObject({ status: 201, body: { id } })
  return id
}

export type Registration = {
  id: string
  state: string
  version: number
  conflicts: { partner: string; state: string }[]
  is_expired: boolean
  basis_points: number | null
  domain: string
}
export type Commission = { id: string; amount_minor: number; basis_points: number; state: string }
export type Details = {
  partner: Record<string, unknown> & { version: number }
  links: { id: string; code: string; visits: number; is_paused: boolean; days: { day: string; count: number }[] }[]
  registrations: Registration[]
  commissions: Commission[]
  statements: { id: string; year: number; number: number; month: string }[]
}
export const readPartner = async (id: string, person = manager): Promise<Details> =>
  (await call(person, 'GET', `/partners/${id}`)).body as Details

/** @returns its code */
export async function addLink(partner: string, path = '/pricing'): Promise<string> {
  const code = `code-${randomUUID().slice(0, 8)}`
  const answer = await call(manager, 'POST', `/partners/${partner}/links`, { id: randomUUID(), code, path })
  expect(answer).toMatchObject({ status: 201 })
  return code
}

export const newDomain = (): string => `${randomUUID()}.example`
export const customer = (domain = newDomain()) => ({
  company: 'Customer',
  domain,
  amount_minor: 100_050,
  expected_on: '2030-01-01',
})

/** @returns its id */
export async function register(partner: string, domain = newDomain()): Promise<string> {
  const id = randomUUID()
  const answer = await call(manager, 'POST', '/registrations', { id, partner_id: partner, ...customer(domain) })
  expect(answer).toMatchObject({ status: 201, body: { id } })
  return id
}

export const decide = (id: string, outcome: string, version: number, amount: number | null = null, person = manager) =>
  call(person, 'POST', `/registrations/${id}/decisions`, { outcome, amount_minor: amount, version })

/** A customer that was won for so much. @returns the commission */
export async function win(partner: string, amount = 100_050): Promise<Commission> {
  const known = new Set((await readPartner(partner)).commissions.map(({ id }) => id))
  const id = await register(partner)
  expect(await decide(id, 'approved', 1)).toMatchObject({ status: 200 })
  expect(await decide(id, 'won', 2, amount)).toMatchObject({ status: 200 })
  const made = (await readPartner(partner)).commissions.find((one) => !known.has(one.id))
  if (!made) throw new Error('nothing was earned')
  return made
}

/** The account of a person sees what is of a partner. */
export async function linkAccount(partner: string, person: Person | null): Promise<Answer> {
  const { version } = (await readPartner(partner)).partner
  const account = person?.session.user.id ?? null
  return call(manager, 'PUT', `/partners/${partner}/account`, { account_id: account, version })
}

/** Events of a kind, newest first. */
export async function eventsOf(type: string) {
  const { rows } = await server.database.owner<{ user_id: string | null; details: Record<string, unknown> }>(
    'select user_id, details from system_audit_log where event_type = $1 order by created_at desc, id desc',
    [type],
  )
  return rows
}
