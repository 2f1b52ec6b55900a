import type { Database } from '#server/db/database.ts'
import { pastTriggers } from './past-triggers.ts'

export type Aging = {
  /** With its schema. */
  table: string
  /** Condition over the row `r`, with `$1…` for `values`. */
  where: string
  values: unknown[]
  /** Times that move back; all of the row when left out, as if it had been written that much earlier. */
  columns?: string[]
}

/**
 * Makes rows older: their times move back by `by`, an interval of PostgreSQL such as `8 days`; `-1 minute` makes them younger. As the owner
 * of the database and past its triggers, because nobody did anything: only time went by.
 * @throws {Error} when there is no such row, or no time in it.
 */
export async function ageRows(database: Database, { table, where, values, columns }: Aging, by: string): Promise<void> {
  const { rows } = await database.owner<{ name: string }>(
    `select a.attname as name from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid = 'timestamptz'::regtype and ($2::text[] is null or a.attname = any ($2))`,
    [table, columns ?? null],
  )
  if (rows.length === 0 || (columns && rows.length !== columns.length)) throw new Error(`${table} has no such times`)
  const changes = rows.map(({ name }) => `${name} = r.${name} - $${values.length + 1}::interval`).join(', ')
  const aged = await pastTriggers(database, `update ${table} r set ${changes} where ${where}`, [...values, by])
  if (!aged) throw new Error(`${table} has no such row`)
}
