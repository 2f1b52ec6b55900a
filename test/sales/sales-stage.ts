import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Manages sales, and nothing else. */
export let seller: Person
/** Manages sales of the same organisation. */
export let colleague: Person
/** Manages growth of the same organisation, not its sales. */
export let marketer: Person
/** Manages sales of another organisation. */
export let stranger: Person

/** One server for a file, with people of two organisations. */
export function stageSales(): void {
  beforeAll(async () => {
    server = await startServer({ RATE_LIMIT_FACTOR: '50' })
    // The first account is the administrator of the installation.
    await signedInPerson(server)
    ;[seller, colleague, marketer, stranger] = [
      await signedInPerson(server),
      await signedInPerson(server),
      await signedInPerson(server),
      await signedInPerson(server),
    ]
    await giveRole(seller, 'sales_manager')
    await giveRole(colleague, 'sales_manager')
    await giveRole(marketer, 'growth_manager')
    await server.database.owner(
      `with other as (insert into tenants (name) values ($2) returning id),
            moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
       insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'sales_manager' from other`,
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

/** One request to sales/v1. */
export async function call(person: Person | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.fetch(`/sales/v1${path}`, {
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

type Stage = { id: string; preset: string | null; name: string | null; kind: string; probability: number }
export type Pipeline = {
  settings: { currency: string; seller: string; version: number; is_fixed: boolean }
  stages: Stage[]
  people: { id: string; name: string }[]
}
export async function readPipeline(person = seller): Promise<Pipeline> {
  return (await call(person, 'GET', '/pipeline')).body as Pipeline
}

/** The id of the stage that the pipeline began with. */
export async function stageOf(preset: string, person = seller): Promise<string> {
  const { stages } = await readPipeline(person)
  return stages.find((stage) => stage.preset === preset)?.id ?? ''
}

export const NEW_DEAL = {
  title: 'A boat',
  contact_name: 'Ada',
  contact_email: '',
  contact_company: 'Engines',
  amount_minor: 120_050 as number | null,
  closes_on: null as string | null,
  owner_id: null as string | null,
}

/** @returns its id */
export async function addDeal(fields: Partial<typeof NEW_DEAL> = {}, person = seller, stage: string | null = null) {
  const answer = await call(person, 'POST', '/deals', { ...NEW_DEAL, ...fields, stage_id: stage })
  expect(answer).toMatchObject({ status: 201 })
  return String(answer.body['id'])
}

export type Details = {
  deal: Record<string, unknown> & {
    version: number
    stage_id: string
    score: { points: number; reasons: { reason: string; points: number }[] } | null
  }
  events: { kind: string; details: Record<string, unknown>; user_id: string | null }[]
  notes: { id: string; body: string; author_id: string }[]
  tasks: { id: string; title: string; due_on: string | null; done_at: string | null }[]
  quotes: {
    id: string
    status: string
    year: number | null
    number: number | null
    revision: number
    version: number
    total_minor: number
  }[]
}
export const readDeal = async (id: string, person = seller): Promise<Details> =>
  (await call(person, 'GET', `/deals/${id}`)).body as Details

export const move = (id: string, stage: string, version: number, reason: string | null = null, person = seller) =>
  call(person, 'POST', `/deals/${id}/moves`, { stage_id: stage, reason, version })

export type Column = {
  stage_id: string
  count: number
  amount_minor: number
  deals: { id: string }[]
  after: string | null
}
export async function readBoard(query = '', person = seller): Promise<Column[]> {
  return (await call(person, 'GET', `/board${query}`)).body['columns'] as Column[]
}

/** Events of a kind, newest first. */
export async function eventsOf(type: string) {
  const { rows } = await server.database.owner<{ user_id: string | null; details: { id?: string; count?: number } }>(
    'select user_id, details from system_audit_log where event_type = $1 order by created_at desc, id desc',
    [type],
  )
  return rows
}
