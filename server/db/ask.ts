import type { Caller, Database } from './database.ts'

type Row = Record<string, unknown>
type Asking = { database: Database }

/** One statement as the caller. */
export async function ask<Found extends Row>(
  { database }: Asking,
  caller: Caller,
  text: string,
  values: readonly unknown[] = [],
): Promise<Found[]> {
  const { rows } = await database.oneAsCaller<Found>(caller, { text, values: [...values] })
  return rows
}

/** The row of a statement that gives one, or is refused. */
export async function askOne<Found extends Row>(
  asking: Asking,
  caller: Caller,
  text: string,
  values: readonly unknown[] = [],
): Promise<Found> {
  const [row] = await ask<Found>(asking, caller, text, values)
  if (!row) throw new Error('a statement that gives a row gave none')
  return row
}
