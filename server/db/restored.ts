import type { Client } from 'pg'

const ROLES = ['anon', 'authenticated', 'service_role']
const GUIDE = 'see the guide "Backup and restore"'

/**
 * Refuses a database that was restored without the roles: they belong to the cluster, so a dump does not hold them, and what names them
 * (grants and policies) is left out where they are missing.
 *
 * @throws {Error} says what to do.
 */
export async function refuseHalfRestored(client: Client): Promise<void> {
  const known = await client.query<{ known: string | null }>(`select to_regclass('meta.schema_migrations') as known`)
  if (!known.rows[0]?.known) return
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
