import fs from 'node:fs/promises'
import path from 'node:path'
import { Database } from '#server/db/database.ts'
import { apiConnection } from '#server/db/open.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { shortLivedFolder } from '../short-lived.ts'
import { copyPreparedCluster, NAME } from './prepared-cluster.ts'
import type { TestDatabase } from './test-database.ts'

/** A database in a PostgreSQL of its own, as the product starts it: for tests that change settings and roles, which all databases of one share. */
export async function createOwnCluster(): Promise<TestDatabase> {
  const folder = await fs.mkdtemp(path.join(shortLivedFolder(), 'quantumshield-cluster-'))
  // PostgreSQL may run as another user, who must be able to enter.
  await fs.chmod(folder, 0o755)
  const home = path.join(folder, 'postgres')
  await copyPreparedCluster(home)
  const postgres = await startPostgres(home)
  const connection = { host: postgres.socketDirectory, user: 'postgres', database: NAME }
  const database = new Database(connection, apiConnection(connection))
  return {
    database,
    connection,
    drop: async () => {
      await database.end()
      await postgres.stop()
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
