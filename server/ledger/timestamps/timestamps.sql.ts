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
