import type { Database } from '#server/db/database.ts'

/** How many statements wait for rows that other transactions hold. */
export async function waitingForLocks(database: Database): Promise<number> {
  const { rows } = await database.owner<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
