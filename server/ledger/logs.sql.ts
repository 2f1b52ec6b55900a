import type { Hash } from '#ledger/tree/hash.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import type { Caller, Database } from '../db/database.ts'
import { joinKeysOfEvent, KEYS_OF_EVENT } from './event-keys.sql.ts'
import type { LogKind } from './ledger.sql.ts'

/** A log as its readers hear of it. */
export type LogFacts = {
  readonly id: string
  readonly kind: LogKind
  readonly origin: string
  readonly epoch: number
  readonly size: number
  readonly imported: number
  readonly anchored: number
  readonly anchoredAt: number | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const FACTS = `g.id, g.kind, g.origin, g.epoch, g.size::float8 as size, g.imported::float8 as imported, g.anchored::float8 as anchored,
  g.anchored_at::float8 as "anchoredAt", g.created_at as "createdAt", g.ended_at as "endedAt"`

/** What the caller may look into: id of a log → whether they may read its entries. */
export async function visibleLogs(database: Database, caller: Caller): Promise<Map<string, boolean>> {
  const { rows } = await database.oneAsCaller<{ log_id: string; shows_entries: boolean }>(caller, {
    name: 'visible-logs',
    text: 'select log_id, shows_entries from ledger.visible_logs()',
  })
  return new Map(rows.map(({ log_id: id, shows_entries: shows }) => [id, shows]))
}

export async function listLogs(database: Database, ids: readonly string[]): Promise<LogFacts[]> {
  const { rows } = await database.owner<LogFacts>(
    `select ${FACTS} from ledger.logs g where g.id = any($1) order by g.kind, g.created_at, g.id`,
    [ids],
  )
  return rows
}

/** Logs that still grow. */
export async function listCurrentLogs(database: Database): Promise<LogFacts[]> {
  const { rows } = await database.owner<LogFacts>(
    `select ${FACTS} from ledger.logs g where g.ended_at is null order by g.kind, g.created_at, g.id`,
  )
  return rows
}

export async function findCurrentAnchor(database: Database): Promise<LogFacts | undefined> {
  const { rows } = await database.owner<LogFacts>(
    `select ${FACTS} from ledger.logs g where g.kind = 'anchor' and g.ended_at is null`,
  )
  return rows[0]
}

export async function findLogByOrigin(database: Database, origin: string): Promise<LogFacts | undefined> {
  const { rows } = await database.owner<LogFacts>(`select ${FACTS} from ledger.logs g where g.origin = $1`, [origin])
  return rows[0]
}

/** As the log alone signed it, shown or not. */
export async function newestCheckpoint(database: Database, logId: string) {
  const { rows } = await database.owner<{ size: number; root: Hash; note: string; signedAt: Date }>(
    `select size::float8 as size, root, note, signed_at as "signedAt" from ledger.checkpoints
     where log_id = $1 order by size desc limit 1`,
    [logId],
  )
  return rows[0]
}

/** A checkpoint that is this old is shown whether witnesses signed it or not: one that is away hides nothing. */
const WAIT_FOR_WITNESSES_SECONDS = 60

/**
 * The newest checkpoint that readers are shown, with what witnesses signed below it.
 *
 * @param isWitnessed whether witnesses are asked to sign this log.
 */
export async function shownCheckpoint(database: Database, logId: string, isWitnessed: boolean) {
  const { rows } = await database.owner<{ size: number; note: string; signedAt: Date }>(
    `select c.size::float8 as size, c.signed_at as "signedAt",
            c.note || coalesce((select string_agg(w.line, '' order by w.witness) from ledger.cosignatures w
                                where w.log_id = c.log_id and w.size = c.size), '') as note
     from ledger.checkpoints c
     where c.log_id = $1
       and (not $2 or c.signed_at <= clock_timestamp() - $3 * interval '1 second'
            or c.size <= (select s.size from ledger.shown s where s.log_id = c.log_id))
     order by c.size desc limit 1`,
    [logId, isWitnessed, WAIT_FOR_WITNESSES_SECONDS],
  )
  return rows[0]
}

export async function readTile(
  database: Database,
  logId: string,
  tile: { level: number; index: number },
): Promise<Buffer | undefined> {
  const { rows } = await database.owner<{ hashes: Buffer }>(
    'select hashes from ledger.tiles where log_id = $1 and level = $2 and index = $3',
    [logId, tile.level, tile.index],
  )
  return rows[0]?.hashes
}

export async function readEntries(database: Database, logId: string, first: number, count: number): Promise<Buffer[]> {
  const { rows } = await database.owner<{ entry: Buffer }>(
    'select entry from ledger.leaves where log_id = $1 and index >= $2 and index < $3 order by index',
    [logId, first, first + count],
  )
  return rows.map(({ entry }) => entry)
}

/** Of some events those that the caller may read; `hasSession`: also who did it, in full. */
export async function readableEvents(database: Database, caller: Caller, events: readonly string[]) {
  const { rows } = await database.oneAsCaller<{ eventId: string; hasSession: boolean }>(caller, {
    name: 'readable-events',
    text: 'select event_id as "eventId", has_session as "hasSession" from public.readable_events($1)',
    values: [events],
  })
  return new Map(rows.map(({ eventId, hasSession }) => [eventId, hasSession]))
}

export type Place = {
  readonly eventId: string
  readonly logId: string
  readonly index: number
  readonly entry: Buffer
  /** Null when the person was erased, or the time of the event is over. */
  readonly key: Buffer | null
  /** Null as well when addresses were removed. */
  readonly whereKey: Buffer | null
}

export async function findPlaces(database: Database, events: readonly string[]): Promise<Place[]> {
  const { rows } = await database.owner<Place>(
    `select f.event_id as "eventId", f.log_id as "logId", f.index::float8 as index, f.entry, ${KEYS_OF_EVENT}
     from ledger.leaves f
     left join public.system_audit_log l on l.id = f.event_id
     ${joinKeysOfEvent('f.log_id')}
     where f.event_id = any($1)`,
    [events],
  )
  return rows
}

/** Entries of a log with the rows that they were made from, for a check of one against the other. */
export async function readForCheck(database: Database, logId: string, first: number, count: number) {
  const { rows } = await database.owner<{
    index: number
    eventId: string | null
    entry: Buffer
    row: EventRow | null
    key: Buffer | null
    whereKey: Buffer | null
  }>(
    `select f.index::float8 as index, f.event_id as "eventId", f.entry, to_jsonb(l) as row, ${KEYS_OF_EVENT}
     from ledger.leaves f
     left join public.system_audit_log l on l.id = f.event_id
     ${joinKeysOfEvent('f.log_id')}
     where f.log_id = $1 and f.index >= $2 and f.index < $3 order by f.index`,
    [logId, first, first + count],
  )
  return rows
}

/** Seconds that the oldest event waits for its place, and for a signature over it; 0 where none does. */
export async function readDelays(database: Database): Promise<{ waiting: number; unsigned: number }> {
  const { rows } = await database.owner<{ waiting: number; unsigned: number }>(
    `select coalesce((select extract(epoch from clock_timestamp() - p.added_at) from ledger.pending p where not p.is_import
                      order by p.id limit 1), 0)::float8 as waiting,
            coalesce((select max(extract(epoch from clock_timestamp() - e.created_at))
                      from ledger.logs l
                      join lateral (select c.size from ledger.checkpoints c where c.log_id = l.id order by c.size desc limit 1) c on true
                      join ledger.leaves f on f.log_id = l.id and f.index = c.size and f.index >= l.imported
                      join public.system_audit_log e on e.id = f.event_id
                      where l.ended_at is null), 0)::float8 as unsigned`,
  )
  return rows[0] ?? { waiting: 0, unsigned: 0 }
}
