import type { Client } from 'pg'
import { connectIfRunning, placeOf } from '../backup/database-connection.ts'
import type { Config } from '../config.ts'
import { Database } from '../db/database.ts'
import { unreachable } from '../db/open.ts'
import { type Finding, ok, problem, reasonOf, skipped } from './finding.ts'

const CONNECT_MS = 5000
/** PostgreSQL itself refuses a change. */
const READ_ONLY = '-c default_transaction_read_only=on'

export type ReachedDatabase =
  | { isReached: true; finding: Finding; client: Client; database: Database }
  | { isReached: false; finding: Finding }

/** Reaches the database of an installation, without starting one and without a way to change it. */
export async function reachDatabase(
  config: Config,
): Promise<{ database: ReachedDatabase; close: () => Promise<void> }> {
  const away = (finding: Finding) => ({
    database: { isReached: false as const, finding },
    close: async () => undefined,
  })
  try {
    const place = placeOf(config)
    if (!place) return away(skipped('There is no embedded database yet; the first start makes it.'))
    const connection = { ...place, options: READ_ONLY, connectionTimeoutMillis: CONNECT_MS }
    const running = await connectIfRunning(connection)
    if (!running) return away(skipped('The embedded database does not run. Start the server and look again.'))
    // A connection that breaks is noticed by the next question.
    running.client.on('error', () => undefined)
    const database = new Database({ ...connection, max: 1 })
    return {
      database: {
        isReached: true,
        finding: ok(config.databaseUrl ? 'PostgreSQL at DATABASE_URL answers.' : 'The embedded database answers.'),
        client: running.client,
        database,
      },
      close: async () => {
        await database.end()
        await running.close()
      },
    }
  } catch (error) {
    if (config.databaseUrl && /unsupported startup parameter/.test(reasonOf(error))) return away(pooler(config))
    if (config.databaseUrl)
      return away(
        problem(
          unreachable(
            config.databaseDirectUrl ?? config.databaseUrl,
            error,
            config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
          ).message,
          'Compare address, user and password with those that the PostgreSQL server knows.',
        ),
      )
    return away(skipped(`The embedded database could not be asked: ${reasonOf(error)}`))
  }
}

/** What PgBouncer says of a connection that is read-only from its start. */
const pooler = ({ databaseDirectUrl }: Config): Finding =>
  problem(
    `${databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} leads to a pooler such as PgBouncer.`,
    'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, jobs and notifications need it.',
  )
