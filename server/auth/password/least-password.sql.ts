import type { Transaction } from '#server/db/database.ts'

/** Characters that the organisation of a person wants of a password; before there is one, that which everybody joins. Null: no rule. */
export async function leastPassword(db: Transaction, userId?: string): Promise<number | null> {
  const { rows } = await db.query<{ least: number | null }>({
    text: 'select auth.least_password($1) as least',
    values: [userId ?? null],
  })
  return rows[0]?.least ?? null
}
