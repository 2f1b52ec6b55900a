import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { EventRow } from '#ledger/events/event-row.ts'
import { applyRetention } from '#server/ledger/retention.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Owns the organisation. */
export let owner: VaultPerson
export let member: VaultPerson
let memory: LogMemory

/** An organisation whose retention has begun. */
export function stageRetention(): void {
  beforeAll(async () => {
    server = await startServer()
    owner = await personWithVault(server)
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    memory = newLogMemory()
    member = await personWithVault(server)
    await server.database.owner("update ledger.retention_start set begins_at = now() - interval '1 day'")
    await pastTriggers(server.database, 'delete from audit_retention where $1', [true])
    await pastTriggers(server.database, 'delete from legal_holds where $1', [true])
  })
}

type Made = { ago: string; person?: VaultPerson; type?: string; category?: string; details?: Record<string, unknown> }

/** An event that was written so long ago, with its place in the ledger. */
export async function happened(made: Made): Promise<string> {
  const id = await waits(made)
  await growLedger(server.ledger)
  return id
}

/** The same, still without a place. */
export async function waits(made: Made): Promise<string> {
  const { ago, person = member, type = 'login.succeeded', category = 'auth', details = {} } = made
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into system_audit_log (tenant_id, created_at, event_type, event_category, user_id, action, details)
     select p.tenant_id, now() - $1::interval, $5, $2, p.user_id, 'login', $3 from profiles p where p.user_id = $4
     returning id`,
    [
      ago,
      category,
      JSON.stringify({ ip: '192.0.2.7', user_agent: 'Browser', session_id: 's', ...details }),
      person.userId,
      type,
    ],
  )
  return rows[0]?.id ?? ''
}

export async function rowOf(id: string): Promise<EventRow> {
  const { rows } = await server.database.owner<{ row: EventRow }>(
    "select to_jsonb(l) - 'tenant_id' as row from system_audit_log l where id = $1",
    [id],
  )
  if (!rows[0]) throw new Error('no such event')
  return rows[0].row
}

export const device = () => ({ memory, userId: owner.userId, nowMs: Date.now() })
export const stateOf = async (id: string) => (await checkLedger(owner.api, [await rowOf(id)], device())).events.get(id)
export const keysOf = async (person: VaultPerson, category = 'auth') =>
  (
    await server.database.owner<{ day: string; hasWhere: boolean }>(
      `select day::text as day, where_key is not null as "hasWhere" from ledger.event_keys
       where subject_id = $1 and category = $2 order by day`,
      [person.userId, category],
    )
  ).rows
export const eventsOf = async (type: string) =>
  (
    await server.database.owner<EventRow>(
      'select * from system_audit_log where event_type = $1 order by created_at desc',
      [type],
    )
  ).rows
export const apply = async () => {
  await server.database.owner('delete from ledger.retention_progress')
  await applyRetention(server.database)
}
export const change = (
  person: VaultPerson,
  body: { category: string; days: number | null; where_days: number | null },
) => person.api.rest('rpc/change_retention', { method: 'POST', body })
/** A shorter time that was chosen a week ago. */
export const changed = async (...[person, body]: Parameters<typeof change>) => {
  await change(person, body)
  const row = {
    table: 'public.audit_retention',
    where: 'r.category = $1',
    values: [body.category],
    columns: ['next_from'],
  }
  await ageRows(server.database, row, '7 days 1 minute')
}
export const hold = (person: VaultPerson, reason: string, about: string | null = null) =>
  person.api.rest('rpc/set_legal_hold', { method: 'POST', body: { reason, person: about } })
export const release = (person: VaultPerson, id: unknown) =>
  person.api.rest('rpc/release_legal_hold', { method: 'POST', body: { hold: id, reason: 'the case is closed' } })

/** While somebody else holds the lock of the organisation and does this, `work` begins; it ends after that was committed. */
export async function meanwhile<Result>(text: string, values: unknown[], work: () => Promise<Result>): Promise<Result> {
  let running: Promise<Result> | undefined
  await server.database.asOwner(async (db) => {
    await db.query({
      text: `select pg_advisory_xact_lock(hashtextextended('ledger.retention ' || tenant_id, 0)) from profiles where user_id = $1`,
      values: [owner.userId],
    })
    await db.query({ text, values })
    running = work()
    const ended = running.then(
      () => true,
      // For the caller.
      () => true,
    )
    for (let isOver = false; !isOver && !(await isSomebodyWaiting());)
      isOver = await Promise.race([ended, setTimeout(10, false)])
  })
  if (!running) throw new Error('it has begun')
  return running
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await server.database.owner(
    `select from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length > 0
}
