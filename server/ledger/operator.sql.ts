import type { Database } from '../db/database.ts'

export async function listAllLogs(database: Database) {
  const { rows } = await database.owner<{ id: string; kind: string; origin: string; size: number }>(
    'select id, kind, origin, size::float8 as size from ledger.logs order by kind, created_at, id',
  )
  return rows
}

/** @returns how many events lost what they said of the person. */
export async function eraseEvents(database: Database, person: string, reason: string): Promise<number> {
  const { rows } = await database.owner<{ emptied: number }>('select ledger.erase_person($1, $2)::float8 as emptied', [
    person,
    reason,
  ])
  return rows[0]?.emptied ?? 0
}
