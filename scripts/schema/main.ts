import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { readShippedSchema } from '#server/db/shipped-schema.ts'
import { describeSchema } from './describe-schema.ts'
import { LANDED_FILE, SCHEMA_FILE, checksumsOf, parseLanded, problemsOf, writeLanded } from './landed-migrations.ts'

/** Writes what the tests compare: the schema that the migrations make, and the list of the migrations that must not change any more. */
const migrations = checksumsOf(readShippedSchema())
const problems = problemsOf(migrations, parseLanded(fs.readFileSync(LANDED_FILE, 'utf8')))
if (problems.length > 0) throw new Error(problems.join('\n'))
fs.writeFileSync(SCHEMA_FILE, await schemaOfNewDatabase())
fs.writeFileSync(LANDED_FILE, writeLanded(migrations))

async function schemaOfNewDatabase(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-schema-'))
  // PostgreSQL may run as another user, who must be able to enter.
  fs.chmodSync(folder, 0o755)
  const postgres = await startPostgres(path.join(folder, 'postgres'))
  const client = new Client({ host: postgres.socketDirectory, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await migrate(client)
    return await describeSchema(client)
  } finally {
    await client.end()
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
