import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Risk } from '#contract/audit/audit-events.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Owns the organisation. */
export let owner: Person
export let member: Person

/** An organisation on a server that may reach this machine. */
export function stageStreams(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1,localhost', ...settings })
    owner = await signedInPerson(server)
    member = await signedInPerson(server)
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    for (const { id } of await listStreams()) await call(owner, 'DELETE', `/${id}`)
  })
}

export type Answer<Body> = { status: number; body: Body }

export async function call<Body = Record<string, unknown>>(
  { session }: Person,
  method: string,
  path = '',
  body?: unknown,
): Promise<Answer<Body>> {
  const answer = await server.fetch(`/streams/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(body === undefined && method !== 'GET' && { headers: { authorization: `Bearer ${session.access_token}` } }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
}

export type ListedStream = {
  id: string
  sent: number
  filtered: number
  failed_tries: number
  waiting: number
  last_error: string | null
  last_success_at: string | null
  failing_since: string | null
  paused_at: string | null
  next_try_at: string
  put_aside: number
}

export const listStreams = async (): Promise<ListedStream[]> =>
  (await call<{ streams: ListedStream[] }>(owner, 'GET')).body.streams

export async function stateOf(id: string): Promise<ListedStream> {
  const found = (await listStreams()).find((one) => one.id === id)
  if (!found) throw new Error('no such stream')
  return found
}

export const FIELDS = {
  name: 'Logs',
  format: 'json',
  categories: [],
  least_risk: 'low',
  ca: null,
  from: 'now',
} as const

/** Everything that waits has its place in the log first, so that "now" is behind it. */
export async function addStream(fields: Record<string, unknown>): Promise<{ id: string; secret: string }> {
  await server.ledger.placeAll()
  const made = await call<{ id: string; secret?: string }>(owner, 'POST', '', { ...FIELDS, ...fields })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  await server.ledger.placeAll()
  // Its own event is one of those that it would deliver.
  if (fields['from'] !== 'beginning') {
    await call(owner, 'POST', `/${made.body.id}/place`, { from: 'now' })
    await server.ledger.placeAll()
    await server.database.owner(
      'update streams.states t set next_index = g.size from ledger.logs g where g.id = t.log_id and t.stream_id = $1',
      [made.body.id],
    )
  }
  return { id: made.body.id, secret: made.body.secret ?? '' }
}

type Made = { risk?: Risk; category?: string; details?: Record<string, unknown> }

/** Events of the organisation, with their places in its log. @returns the marks that their details hold, in order. */
export async function makeEvents(
  count: number,
  { risk = 'low', category = 'auth', details }: Made = {},
): Promise<string[]> {
  const marks = Array.from({ length: count }, () => randomUUID())
  for (const mark of marks) {
    await server.database.owner('select audit.record($1, $2, null, $3, $4, $5, $6)', [
      'login.failed',
      category,
      'login',
      'failure',
      risk,
      JSON.stringify({ ...details, mark }),
    ])
  }
  await server.ledger.placeAll()
  return marks
}

const log = {
  error: (details: object) => {
    throw new Error('a stream failed', { cause: details })
  },
}

/** One round of this server. */
export const deliver = (): Promise<void> => server.streams.deliverDue(log)

/** As if it were time for the next try, and the server that delivered before were long gone. */
export const passTime = (id: string, by = '2 hours'): Promise<void> =>
  ageRows(
    server.database,
    { table: 'streams.states', where: 'r.stream_id = $1', values: [id], columns: ['next_try_at', 'claimed_until'] },
    by,
  )
