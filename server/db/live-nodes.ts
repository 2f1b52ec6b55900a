import type { Client, ClientConfig } from 'pg'
import { compareSchema, SchemaMismatchError } from './compare-schema.ts'
import { listenForever } from './listen.ts'
import { readShippedSchema, type ShippedSchema } from './shipped-schema.ts'

/** Said after each migration. */
export const SCHEMA_CHANNEL = 'quantumshield_schema'
const NODE = `hashtext('quantumshield.node')`

/**
 * Announces a server to those that migrate: while it is connected it holds a lock whose number is that of the newest migration that it knows. At each connection,
 * and after each migration of others, it looks whether it can go on.
 *
 * @param hears what the database has that this program does not, or why this program has to end.
 */
export function announceSchema(
  connection: ClientConfig,
  hears: { newer: (migrations: readonly string[]) => void; outdated: (why: string) => void },
  shipped: ShippedSchema = readShippedSchema(),
): () => Promise<void> {
  let last = ''
  const look = async (client: Client): Promise<void> => {
    try {
      const { unknown } = await compareSchema(client, shipped)
      if (unknown.length > 0 && unknown.join() !== last) hears.newer(unknown)
      last = unknown.join()
    } catch (error) {
      // A connection that broke is made again, and the next one looks.
      if (error instanceof SchemaMismatchError) hears.outdated(error.message)
    }
  }
  let connected: Client | undefined
  return listenForever(
    connection,
    [SCHEMA_CHANNEL],
    (heard) => {
      if (heard && connected) void look(connected)
    },
    {
      onConnect: async (client) => {
        connected = client
        // A server that lost its power, or its network, does not hold the lock for hours.
        await client.query(
          'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
        )
        await client.query(`select pg_advisory_lock_shared(${NODE}, $1)`, [levelOf(shipped.migrations.at(-1)?.name)])
        await look(client)
      },
    },
  )
}

/** How many servers are connected that do not know this migration. */
export async function countOlderNodes(client: Client, migration: string): Promise<number> {
  const { rows } = await client.query<{ nodes: number }>(
    `select count(*)::int as nodes from pg_locks
     where locktype = 'advisory' and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())
       and classid = (${NODE}::bigint & 4294967295)::oid and objid::bigint < $1`,
    [levelOf(migration)],
  )
  return rows[0]?.nodes ?? 0
}

/** Its number. */
const levelOf = (migration = '0'): number => Number.parseInt(migration, 10)
