import fs from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'

const ROLES = ['anon', 'authenticated', 'service_role']
const GUIDE = 'see the guide "Backup and restore"'

/** In DATA_DIR, from the first step of `npm run restore` to its last. */
const MARK = 'restore-in-progress'

/** Notes that a restore began. @returns what to call when it has ended. */
export function beginRestore(dataDir: string): () => void {
  fs.writeFileSync(path.join(dataDir, MARK), `${new Date().toISOString()}\n`, { flag: 'wx', flush: true })
  return () => fs.rmSync(path.join(dataDir, MARK))
}

/** @throws {Error} when a restore into this folder began and did not end: a part of the server is missing. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!fs.existsSync(path.join(dataDir, MARK))) return
  throw new Error(
    `A restore into ${dataDir} began and did not end, so a part of the server is missing. Empty the folder and the database (with DATABASE_URL your own; where DATA_DIR/postgres.path names another place, that one), and restore again: ${GUIDE}.`,
  )
}

/** Whether no server ever used this database. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ known: string | null }>(`select to_regclass('meta.schema_migrations') as known`)
  return !rows[0]?.known
}

/**
 * Refuses a database that was restored without the roles: they belong to the cluster, so a dump does not hold them, and what names them
 * (grants and policies) is left out where they are missing.
 *
 * @throws {Error} says what to do.
 */
export async function refuseHalfRestored(client: Client): Promise<void> {
  if (await isEmpty(client)) return
  const { rowCount: hasSchema } = await client.query('select from meta.schema_migrations limit 1')
  if (!hasSchema) return
  const { rows: roles } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1)',
    [ROLES],
  )
  const missing = ROLES.filter((role) => !roles.some(({ name }) => name === role))
  if (missing.length > 0) {
    throw new Error(
      `The database was restored without the roles ${missing.join(', ')}. Create them, and restore into an empty database: ${GUIDE}.`,
    )
  }
  const { rowCount: hasPolicy } = await client.query(
    `select from pg_policies where 'authenticated' = any(roles) limit 1`,
  )
  if (!hasPolicy) {
    throw new Error(
      `The database was restored before its roles were there, so its policies are missing. Restore it again into an empty database: ${GUIDE}.`,
    )
  }
}
