import type { Database } from '../../db/database.ts'

/** A state of the anchor log, and when an authority said that it existed. */
export type KeptTimestamp = { readonly size: number; readonly at: Date; readonly authority: string }

export async function newestTimestamp(database: Database, logId: string): Promise<KeptTimestamp | undefined> {
  return (await listTimestamps(database, logId, 1))[0]
}

/** Newest first. */
export async function listTimestamps(database: Database, logId: string, most: number): Promise<KeptTimestamp[]> {
  const { rows } = await database.owner<KeptTimestamp>(
    `select size::float8 as size, stamped_at as at, authority from ledger.timestamps
     where log_id = $1 order by size desc limit $2`,
    [logId, most],
  )
  return rows
}

/** What was stamped, and the answer of the authority. */
export async function readTimestampFiles(database: Database, logId: string, size: number) {
  const { rows } = await database.owner<{ stamped: string; reply: Buffer }>(
    'select stamped, reply from ledger.timestamps where log_id = $1 and size = $2',
    [logId, size],
  )
  return rows[0]
}

export async function saveTimestamp(
  database: Database,
  logId: string,
  { size, at, authority, stamped, reply }: KeptTimestamp & { stamped: string; reply: Uint8Array },
): Promise<void> {
  await database.owner(
    `insert into ledger.timestamps (log_id, size, stamped_at, authority, stamped, reply) values ($1, $2, $3, $4, $5, $6)
     on conflict (log_id, size) do nothing`,
    [logId, size, at, authority, stamped, Buffer.from(reply)],
  )
}

/** A log is named once a minute at most, and an authority asked once a day: so many entries are three weeks. */
const MOST_STEPS = 30_000

/**
 * Which entry of the anchor log last named a log when it was stamped: each entry names the one before it.
 *
 * @param size of the stamped tree. @returns undefined where the log came later, or the stamp is too old to be looked for.
 */
export async function namedWhenStamped(
  database: Database,
  { anchorId, logId, size }: { anchorId: string; logId: string; size: number },
): Promise<number | undefined> {
  const { rows } = await database.owner<{ index: number }>(
    `with recursive named (index, steps) as (
       select g.anchored_at, 1 from ledger.logs g where g.id = $2 and g.anchored_at is not null
       union all
       select (convert_from(f.entry, 'UTF8')::jsonb ->> 'prev')::bigint, n.steps + 1
       from named n join ledger.leaves f on f.log_id = $1 and f.index = n.index
       where n.index >= $3 and n.steps < $4
     )
     select index::float8 as index from named where index < $3`,
    [anchorId, logId, size, MOST_STEPS],
  )
  return rows[0]?.index
}
