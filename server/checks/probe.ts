import type { Database, Transaction } from '../db/database.ts'

const STATEMENT_MS = 2000
const LOCK_MS = 200

type Probed = { services: { database: Database }; patience: number }

/** Runs `work` in a transaction that can change nothing, and waits for nobody. */
export function readOnly<T>(
  { services: { database }, patience }: Probed,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  return database.asOwner(async (db) => {
    await db.query({ text: 'set transaction read only' })
    await limitTime(db, patience)
    return work(db)
  })
}

/** Runs `work` in a transaction that is always undone, and waits for nobody but another one that `isAlone` as well. */
export function rolledBack<T>(
  { services: { database }, patience }: Probed,
  work: (db: Transaction) => Promise<T>,
  { isAlone = false } = {},
): Promise<T> {
  return database.asOwner(
    async (db) => {
      if (isAlone) await db.query({ text: `select pg_advisory_xact_lock(hashtext('checks.planted_rows'))` })
      await limitTime(db, patience)
      return work(db)
    },
    { rollback: true },
  )
}

async function limitTime(db: Transaction, patience: number): Promise<void> {
  await db.query({
    text: `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`,
    values: [`${STATEMENT_MS * patience}ms`, `${LOCK_MS * patience}ms`],
  })
}
