import type { Database } from '#server/db/database.ts'

/**
 * Runs a statement past the triggers of its tables, as the owner of the database: for rows that are there although nobody wrote them now. With
 * triggers, each of a thousand copies writes its event and counts its neighbours. @returns how many rows it touched.
 */
export function pastTriggers(database: Database, text: string, values: unknown[]): Promise<number> {
  return database.asOwner(async (db) => {
    await db.query({ text: 'set local session_replication_role = replica' })
    const { rowCount } = await db.query({ text, values })
    return rowCount ?? 0
  })
}
