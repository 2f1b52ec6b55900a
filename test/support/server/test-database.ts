import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { Database } from '#server/db/database.ts'
import { apiConnection } from '#server/db/open.ts'
import { TEMPLATE } from '../../postgres.setup.ts'

export type TestDatabase = {
  database: Database
  connection: PoolConfig
  /** Ends its connections and drops it. */
  drop: () => Promise<void>
}

/** A fresh, migrated database of one's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = { host: inject('postgresSocket'), user: 'postgres' }
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`, server)

  const connection = { ...server, database: name }
  const database = new Database(connection, apiConnection(connection))
  return {
    database,
    connection,
    drop: async () => {
      await database.end()
      await administer(`drop database ${name} with (force)`, server)
    },
  }
}

/** Runs a statement beside the databases of the tests. */
export async function administer(
  statement: string,
  server: PoolConfig = { host: inject('postgresSocket'), user: 'postgres' },
): Promise<void> {
  const client = new Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
