import fs from 'node:fs'
import path from 'node:path'
import { Client, type PoolConfig } from 'pg'
import type { Config } from '../config.ts'
import { refuseEmpty } from './backup-keys.ts'
import { socketDirectory } from '../db/cluster-home.ts'
import { findCluster } from '../db/cluster-place.ts'
import { archivingSettings, startPostgres } from '../db/postgres.ts'

type Address = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'> & { archive?: Config['archive'] }

/** @property wasRunning the database: with the server, or with another command. */
export type Connection = { client: Client; wasRunning: boolean; close: () => Promise<void> }

/** Reaches the database of a server that runs, or starts the embedded one of a server that does not. @throws {Error} */
export async function connectAsOwner(config: Address): Promise<Connection> {
  const place = placeOf(config)
  const running = place && (await connectIfRunning(place))
  if (running) return running
  if (!place) refuseEmpty(config.dataDir)
  const server = await startPostgres(path.join(config.dataDir, 'postgres'), {
    settings: archivingSettings(config.archive),
  })
  try {
    const { client, close } = await connected(new Client(embedded(server.socketDirectory)))
    return { client, wasRunning: false, close: () => close().then(() => server.stop()) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * Where the database of an installation would answer; undefined where no embedded one was made yet. Changes nothing.
 * @throws {Error} when DATA_DIR names a place that has none.
 */
export function placeOf({ databaseUrl, databaseDirectUrl, dataDir }: Address): PoolConfig | undefined {
  // What needs this connection locks and reads for longer than a transaction.
  const connectionString = databaseDirectUrl ?? databaseUrl
  if (connectionString) return { connectionString, keepAlive: true }
  const home = findCluster(path.join(dataDir, 'postgres'))
  return home === undefined ? undefined : embedded(socketDirectory(home))
}

/** Undefined where it is the embedded database of a server that does not run. @throws {Error} */
export async function connectIfRunning(place: PoolConfig): Promise<Connection | undefined> {
  if (place.connectionString) return connected(new Client(place))
  if (!fs.existsSync(path.join(place.host ?? '', '.s.PGSQL.5432'))) return undefined
  try {
    return await connected(new Client(place))
  } catch (error) {
    // A socket that a killed server left.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined
    throw error
  }
}

function embedded(host: string): PoolConfig {
  return { host, user: 'postgres', database: 'quantumshield' }
}

async function connected(client: Client): Promise<Connection> {
  await client.connect()
  return { client, wasRunning: true, close: () => client.end() }
}
