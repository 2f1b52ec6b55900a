import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { Database } from '#server/db/database.ts'
import { apiConnection } from '#server/db/open.ts'
import { TEMPLATE } from '../postgres.setup.ts'

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
  await administer(server, `create database ${name} template ${TEMPLATE}`)

  const connection = { ...server, database: name }
  const database = new Database(connection, apiConnection(connection))
  return {
    database,
    connection,
    drop: async () => {
      await database.end()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: PoolConfig, statement: string): Promise<void> {
  const client = new Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
