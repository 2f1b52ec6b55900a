import type { EventRow } from '#ledger/events/event-row.ts'
import type { FilledTile } from '#ledger/tree/grow.ts'
import type { Hash } from '#ledger/tree/hash.ts'
import type { Tile } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { Transaction } from '../db/database.ts'

export type LogKind = 'organisation' | 'system' | 'anchor'

/** A log as the database keeps it. */
export type Log = {
  readonly id: string
  readonly kind: LogKind
  readonly tenantId: string | null
  readonly epoch: number
  readonly origin: string
  readonly size: number
  readonly roots: readonly Hash[]
  readonly imported: number
  readonly anchored: number
  readonly anchoredAt: number | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** An event that waits for its place; without a row when somebody removed it. */
export type Waiting = {
  readonly eventId: string
  readonly tenantId: string | null
  readonly isImport: boolean
  readonly row: EventRow | null
}

/** One server gives places at a time, until its transaction ends. */
export async function tryToSequence(db: Transaction): Promise<boolean> {
  const { rows } = await db.query<{ mine: boolean }>({
    name: 'ledger-lock',
    text: `select pg_try_advisory_xact_lock(hashtextextended('ledger.sequencer', 0)) as mine`,
  })
  return rows[0]?.mine ?? false
}

export async function takeWaiting(db: Transaction, atMost: number): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>({
    name: 'ledger-take',
    text: `with taken as (
             delete from ledger.pending where id in (select id from ledger.pending order by id limit $1)
             returning id, event_id, tenant_id, is_import)
           select t.event_id as "eventId", t.tenant_id as "tenantId", t.is_import as "isImport", to_jsonb(l) as row
           from taken t left join public.system_audit_log l on l.id = t.event_id
           order by t.id`,
    values: [atMost],
  })
  return rows
}

const LOG_COLUMNS = `id, kind, tenant_id as "tenantId", epoch, origin, size::float8 as size, roots, imported::float8 as imported,
  anchored::float8 as anchored, anchored_at::float8 as "anchoredAt", created_at as "createdAt", ended_at as "endedAt"`

/**
 * The log that grows now, of an organisation or of a kind; kept from others until the transaction ends. Rows that refer to it may be made
 * meanwhile: receipts make keys of events, and would wait for this lock with a key that the sequencer waits for.
 */
export async function lockCurrentLog(
  db: Transaction,
  kind: LogKind,
  tenantId: string | null,
): Promise<Log | undefined> {
  const { rows } = await db.query<Log>({
    name: 'ledger-lock-log',
    text: `select ${LOG_COLUMNS} from ledger.logs
           where kind = $1 and tenant_id is not distinct from $2 and ended_at is null for no key update`,
    values: [kind, tenantId],
  })
  return rows[0]
}

export async function insertLog(
  db: Transaction,
  log: Pick<Log, 'id' | 'kind' | 'tenantId' | 'epoch' | 'origin'>,
): Promise<Log> {
  const { rows } = await db.query<Log>({
    text: `insert into ledger.logs (id, kind, tenant_id, epoch, origin) values ($1, $2, $3, $4, $5) returning ${LOG_COLUMNS}`,
    values: [log.id, log.kind, log.tenantId, log.epoch, log.origin],
  })
  const [made] = rows
  if (!made) throw new Error('the log was not made')
  return made
}

export async function readTiles(db: Transaction, logId: string, tiles: readonly Tile[]): Promise<FilledTile[]> {
  if (tiles.length === 0) return []
  const { rows } = await db.query<{ level: number; index: number; hashes: Buffer }>({
    name: 'ledger-tiles',
    text: `select t.level, t.index::float8 as index, t.hashes
           from unnest($2::smallint[], $3::bigint[]) as wanted (level, index)
           join ledger.tiles t on t.log_id = $1 and t.level = wanted.level and t.index = wanted.index`,
    values: [logId, tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  })
  return rows.map(({ level, index, hashes }) => ({ level, index, width: hashes.length / 32, bytes: hashes }))
}

export async function saveTiles(db: Transaction, logId: string, tiles: readonly FilledTile[]): Promise<void> {
  await db.query({
    name: 'ledger-save-tiles',
    text: `insert into ledger.tiles (log_id, level, index, hashes)
           select $1, level, index, hashes from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as tile (level, index, hashes)
           on conflict (log_id, level, index) do update set hashes = excluded.hashes`,
    values: [
      logId,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ bytes }) => Buffer.from(bytes)),
    ],
  })
}

export type Leaf = { readonly eventId: string | null; readonly entry: Uint8Array }

export async function insertLeaves(
  db: Transaction,
  logId: string,
  first: number,
  leaves: readonly Leaf[],
): Promise<void> {
  await db.query({
    name: 'ledger-leaves',
    text: `insert into ledger.leaves (log_id, index, event_id, entry)
           select $1, $2 + place - 1, event_id, entry
           from unnest($3::uuid[], $4::bytea[]) with ordinality as leaf (event_id, entry, place)`,
    values: [logId, first, leaves.map(({ eventId }) => eventId), leaves.map(({ entry }) => Buffer.from(entry))],
  })
}

/** @throws {Error} when the log is no longer as it was read. */
export async function growLogRow(
  db: Transaction,
  log: Log,
  { size, roots, imported }: { size: number; roots: readonly Hash[]; imported: number },
): Promise<void> {
  const { rowCount } = await db.query({
    name: 'ledger-grow',
    text: `update ledger.logs set size = $3, roots = $4, imported = imported + $5 where id = $1 and size = $2`,
    values: [log.id, log.size, size, roots.map((root) => Buffer.from(root)), imported],
  })
  if (rowCount !== 1) throw new Error(`log ${log.id} grew meanwhile`)
}

/** Logs whose newest checkpoint says less than they hold, and is old enough for another. One that ended is signed once more as far as it comes. */
export async function logsToSign(
  db: Transaction,
  youngestMs: number,
): Promise<(Log & { signedSize: number | null; signedNote: string | null })[]> {
  const { rows } = await db.query<Log & { signedSize: number | null; signedNote: string | null }>({
    name: 'ledger-to-sign',
    text: `select ${LOG_COLUMNS}, c.signed_size::float8 as "signedSize", c.note as "signedNote"
           from ledger.logs l
           left join lateral (select c.size as signed_size, c.signed_at, c.note from ledger.checkpoints c
                              where c.log_id = l.id order by c.size desc limit 1) c on true
           where (c.signed_size is null or c.signed_size < l.size) and (l.ended_at is null or l.size > 0 and l.kind <> 'anchor')
             and (c.signed_at is null or c.signed_at < clock_timestamp() - $1 * interval '1 millisecond')
           order by l.id`,
    values: [youngestMs],
  })
  return rows
}

export async function insertCheckpoint(
  db: Transaction,
  logId: string,
  { size, root }: TreeHead,
  note: string,
): Promise<void> {
  await db.query({
    name: 'ledger-checkpoint',
    text: 'insert into ledger.checkpoints (log_id, size, root, note) values ($1, $2, $3, $4)',
    values: [logId, size, Buffer.from(root), note],
  })
}

/** The newest checkpoint of each log that the anchor log does not know yet. */
export async function headsToAnchor(db: Transaction) {
  const { rows } = await db.query<{
    id: string
    origin: string
    size: number
    root: Buffer
    anchoredAt: number | null
  }>({
    name: 'ledger-to-anchor',
    text: `select distinct on (l.id) l.id, l.origin, c.size::float8 as size, c.root, l.anchored_at::float8 as "anchoredAt"
             from ledger.logs l join ledger.checkpoints c on c.log_id = l.id and c.size > l.anchored
             where l.kind <> 'anchor'
             order by l.id, c.size desc`,
  })
  return rows
}

export async function saveAnchored(db: Transaction, logId: string, size: number, index: number): Promise<void> {
  await db.query({
    name: 'ledger-anchored',
    text: 'update ledger.logs set anchored = $2, anchored_at = $3 where id = $1',
    values: [logId, size, index],
  })
}
