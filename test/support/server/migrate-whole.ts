import { Client } from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { ensureApiLogin } from '#server/db/open.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

/** Everything of a database that a server makes before it serves. */
export async function migrateWhole(connection: { host: string; user: string; database: string }): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await migrate(client)
  await ensureApiLogin(client, connection)
  await client.end()
  await migrateJobs(connection)
}
