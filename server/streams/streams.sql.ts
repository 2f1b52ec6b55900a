import type { StreamFormat, StreamKind } from '#contract/audit/event-streams.ts'
import { readEntry } from '#ledger/events/entry.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import type { Caller, Database } from '../db/database.ts'
import type { DueStream } from './turns.ts'
import type { PlacedEvent } from './stream.ts'

/** What the statements of a delivery need. */
export type AsOwner = Pick<Database, 'owner'>

/** A stream whose turn it is, with what it has to read. */
export type TakenStream = {
  readonly kind: StreamKind
  readonly address: string
  readonly format: StreamFormat
  readonly categories: string[]
  readonly leastRisk: string
  readonly ca: string | null
  readonly revision: number
  readonly secret: Buffer | null
  readonly earlierSecret: Buffer | null
  readonly logId: string
  readonly origin: string
  readonly size: number
  readonly nextIndex: number
  /** Where the batch ends that was tried before. */
  readonly batchEnd: number | null
}

/** Streams with something to deliver, the one that waited longest first. */
export async function dueStreams(database: Database): Promise<DueStream[]> {
  const { rows } = await database.owner<DueStream>('select id, tenant_id as "tenantId" from streams.waiting()')
  return rows
}

/** @param claim a fresh id, without which nothing is saved. @returns undefined when somebody else has it, or nothing is due. */
export async function takeStream(database: AsOwner, id: string, claim: string): Promise<TakenStream | undefined> {
  const { rows } = await database.owner<TakenStream>(
    `select kind, address, format, categories, least_risk as "leastRisk", ca, revision, secret, earlier_secret as "earlierSecret",
            log_id as "logId", origin, size::float8 as size, next_index::float8 as "nextIndex", batch_end::float8 as "batchEnd"
     from streams.take($1, $2)`,
    [id, claim],
  )
  return rows[0]
}

/** Entries of a log, in their order. What somebody removed from the database beside the log stays visible as its entry. */
export async function readEvents(
  database: AsOwner,
  { logId, origin }: Pick<TakenStream, 'logId' | 'origin'>,
  { from, until }: { from: number; until: number },
): Promise<PlacedEvent[]> {
  const { rows } = await database.owner<{ index: number; entry: Buffer; row: EventRow | null }>(
    `select f.index::float8 as index, f.entry, case when l.id is not null then to_jsonb(l) - 'tenant_id' end as row
     from ledger.leaves f left join public.system_audit_log l on l.id = f.event_id
     where f.log_id = $1 and f.index >= $2 and f.index < $3
     order by f.index`,
    [logId, from, until],
  )
  return rows.map(({ index, entry, row }) => ({ index, origin, row: row ?? rowOfEntry(entry) }))
}

function rowOfEntry(bytes: Buffer): EventRow {
  const { id, at, category, type, status, risk } = readEntry(bytes)
  const said = { event_category: category, event_type: type, status, risk_level: risk }
  return { id, created_at: new Date(at).toISOString(), user_id: null, action: type, details: {}, ...said }
}

/** Notes the end of a batch before it is tried. @returns false for who has lost the claim. */
export async function beginBatch(database: AsOwner, id: string, claim: string, end: number): Promise<boolean> {
  const { rowCount } = await database.owner(
    'update streams.states set batch_end = $3 where stream_id = $1 and claim = $2',
    [id, claim, end],
  )
  return rowCount === 1
}

export async function saveSuccess(
  database: AsOwner,
  { id, claim }: { id: string; claim: string },
  { end, sent, filtered }: { end: number; sent: number; filtered: number },
): Promise<void> {
  await database.owner('select streams.succeed($1, $2, $3, $4, $5)', [id, claim, end, sent, filtered])
}

export async function saveFailure(database: AsOwner, id: string, claim: string, error: string): Promise<void> {
  await database.owner('select streams.fail($1, $2, $3)', [id, claim, error])
}

/** Nothing to deliver after all. */
export async function releaseStream(database: AsOwner, id: string, claim: string): Promise<void> {
  await database.owner(
    'update streams.states set claim = null, claimed_until = null where stream_id = $1 and claim = $2',
    [id, claim],
  )
}

/** A batch that was refused for what it holds. `narrower`: the end of its first half; null for a single event, which is `event`. */
export type Refused = {
  error: string
  narrower: number | null
  event: { index: number; id: string }
  end: number
}

export async function saveRefusal(database: AsOwner, id: string, claim: string, refused: Refused): Promise<void> {
  const { error, narrower, event, end } = refused
  const values = [id, claim, error, narrower, event.index, event.id, end]
  await database.owner('select streams.refuse($1, $2, $3, $4, $5, $6, $7)', values)
}

/** The place of an event that was put aside, for a person who was asked for before. */
export async function findAside(
  database: AsOwner,
  stream: string,
  event: string,
): Promise<{ logId: string; origin: string; index: number } | undefined> {
  const { rows } = await database.owner<{ logId: string; origin: string; index: number }>(
    `select a.log_id as "logId", g.origin, a.index::float8 as index from streams.put_aside a join ledger.logs g on g.id = a.log_id
     where a.stream_id = $1 and a.event_id = $2`,
    [stream, event],
  )
  return rows[0]
}

export async function noteAsideRefused(database: AsOwner, stream: string, event: string, error: string): Promise<void> {
  const text =
    'update streams.put_aside set error = left($3, 500), put_at = clock_timestamp() where stream_id = $1 and event_id = $2'
  await database.owner(text, [stream, event, error])
}

/** The receiver took an event that was put aside, at last. */
export async function takeFromAside(database: AsOwner, stream: string, event: string): Promise<void> {
  await database.owner('delete from streams.put_aside where stream_id = $1 and event_id = $2', [stream, event])
}

export type Try = {
  first: number
  last: number
  events: number
  error: string | null
  tookMs: number
}

export async function noteTry(
  database: AsOwner,
  id: string,
  { first, last, events, error, tookMs }: Try,
): Promise<void> {
  await database.owner('select streams.note_try($1, $2, $3, $4, $5, $6)', [id, first, last, events, error, tookMs])
}

/** Runs one of the functions that ask for the permission of their caller. */
export async function callStreams<Row extends Record<string, unknown>>(
  database: Database,
  caller: Caller,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await database.oneAsCaller<Row>(caller, { text, values })
  return rows
}

/** The receiver of a stream whose right to see was asked for before. */
export async function findReceiver(database: Database, id: string) {
  const { rows } = await database.owner<
    Pick<TakenStream, 'kind' | 'address' | 'format' | 'ca' | 'secret' | 'earlierSecret'>
  >(
    `select s.kind, s.address, s.format, s.ca, t.secret,
            case when t.earlier_until > clock_timestamp() then t.earlier_secret end as "earlierSecret"
     from public.event_streams s join streams.states t on t.stream_id = s.id where s.id = $1`,
    [id],
  )
  return rows[0]
}
