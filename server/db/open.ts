import { createHmac } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { refuseBesideContent } from './cluster-place.ts'
import { Database } from './database.ts'
import { POOL_CONNECTIONS, splitConnections } from './pool-sizes.ts'
import { migrate } from './migrate.ts'
import { archivingSettings, type EmbeddedPostgres, startPostgres } from './postgres.ts'
import { isEmpty, refuseHalfRestored, refuseUnfinishedRestore } from './restored.ts'

export type OpenDatabase = {
  database: Database
  /** Connection settings, for the job runner and for LISTEN. */
  connection: PoolConfig
  embedded: EmbeddedPostgres | undefined
  migrated: string[]
  close: () => Promise<void>
}

/** As PostgreSQL counts: 15.0. */
export const OLDEST_SERVER = 150_000
const CONNECT_MS = 5000

/**
 * Reaches the configured PostgreSQL, or starts the embedded one, and brings the schema up to date.
 * @throws {Error} when the server is too old, unreachable, or empty beside content of an earlier one, a restore did not end, or a migration is refused.
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined
  dataDir: string
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl?: string | undefined
  databasePoolSize?: number
  /** Also for commands: what PostgreSQL writes without it is missing in the archive. */
  archive?: { seconds: number } | undefined
  /** By the restore itself, before its end. */
  isRestoring?: boolean
}): Promise<OpenDatabase> {
  if (!settings.isRestoring) refuseUnfinishedRestore(settings.dataDir)
  const embedded = settings.databaseUrl
    ? undefined
    : await startPostgres(path.join(settings.dataDir, 'postgres'), { settings: archivingSettings(settings.archive) })
  const connection: PoolConfig = settings.databaseUrl
    ? { connectionString: settings.databaseUrl }
    : { host: embedded?.socketDirectory ?? '', user: 'postgres', database: 'quantumshield' }
  const direct = settings.databaseDirectUrl ? { connectionString: settings.databaseDirectUrl } : connection
  try {
    if (embedded) await createWhenMissing(connection, 'quantumshield')
    const migrated = await prepare(direct, settings)
    const api = apiConnection(connection, direct)
    if (direct !== connection) for (const pooled of [connection, api]) await requireReachable(pooled)
    const database = new Database(connection, api, {
      direct,
      sizes: splitConnections(settings.databasePoolSize ?? POOL_CONNECTIONS),
    })
    return {
      database,
      connection: direct,
      embedded,
      migrated,
      close: async () => {
        await database.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

export async function createWhenMissing(connection: PoolConfig, name: string): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function prepare(
  connection: PoolConfig,
  { dataDir, databaseDirectUrl }: { dataDir: string; databaseDirectUrl?: string | undefined },
): Promise<string[]> {
  const client = await reach(connection, databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new Error(`PostgreSQL 15 or newer is needed; this one says ${rows[0]?.server_version_num}`)
    }
    if (await isEmpty(client)) refuseBesideContent(dataDir)
    await refuseHalfRestored(client)
    const migrated = await migrate(client)
    await ensureApiLogin(client, connection)
    return migrated
  } finally {
    await client.end()
  }
}

/** A pooler has users and passwords of its own. @throws {Error} says what to do. */
async function requireReachable(connection: PoolConfig): Promise<void> {
  const client = await reach(connection, 'DATABASE_URL')
  await client.end()
}

async function reach(connection: PoolConfig, setting: AddressSetting): Promise<Client> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    return client
  } catch (cause) {
    throw connection.connectionString ? unreachable(connection.connectionString, cause, setting) : cause
  }
}

type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** Says what to do about a server that does not answer or does not want us. The address without its password. */
export function unreachable(connectionString: string, cause: unknown, setting: AddressSetting = 'DATABASE_URL'): Error {
  const { host, pathname, username } = new URL(connectionString)
  const code = codeOf(cause)
  const where = `PostgreSQL at ${host}`
  const problem =
    code === '28P01' || code === '28000'
      ? `${where} refuses the user ${decodeURIComponent(username)} or its password`
      : code === '3D000'
        ? `${where} has no database ${decodeURIComponent(pathname.slice(1))}`
        : `${where} cannot be reached (${code ?? (cause instanceof Error ? cause.message : String(cause))})`
  return new Error(
    `${problem}. Check ${setting}, and that this server runs; without DATABASE_URL one is started here.`,
    {
      cause,
    },
  )
}

function codeOf(error: unknown): string | undefined {
  // A name with several addresses fails with one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : undefined
}

const API_LOGIN = 'quantumshield_api'

/** The same server, as the login that API requests use. @param direct its address where `owner` leads to a pooler. */
export function apiConnection(owner: PoolConfig, direct: PoolConfig = owner): PoolConfig {
  if (!owner.connectionString) return { ...owner, user: API_LOGIN }
  const url = new URL(owner.connectionString)
  url.username = API_LOGIN
  url.password = apiPassword(direct.connectionString ?? owner.connectionString)
  return { connectionString: url.href }
}

// Derived from the owner's address, so that every node that shares the database sets and uses the same one.
function apiPassword(connectionString: string): string {
  return createHmac('sha256', connectionString).update(API_LOGIN).digest('base64url')
}

/** Two programs that start at the same moment, also over two databases of one server, change the same row of its list of roles; PostgreSQL refuses the second. */
const CHANGED_MEANWHILE = /^tuple concurrently (updated|deleted)$/
const UNIQUE_VIOLATION = '23505'
const DUPLICATE_OBJECT = '42710'
const LOGIN_TRIES = 20
const LOGIN_PAUSE_MS = 50

/** Creates or refreshes the login of the API: no inheritance, no rights of its own, only the three roles to switch to. */
export async function ensureApiLogin(client: Client, owner: PoolConfig): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await refreshApiLogin(client, owner)
      return
    } catch (error) {
      if (tries === LOGIN_TRIES || !changedMeanwhile(error)) throw error
      await sleep(LOGIN_PAUSE_MS * Math.random() * tries)
    }
  }
}

function changedMeanwhile(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === UNIQUE_VIOLATION ||
    code === DUPLICATE_OBJECT ||
    (error instanceof Error && CHANGED_MEANWHILE.test(error.message))
  )
}

async function refreshApiLogin(client: Client, owner: PoolConfig): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [API_LOGIN])
  const password = owner.connectionString
    ? ` password ${client.escapeLiteral(apiPassword(owner.connectionString))}`
    : ''
  if (!rowCount) await client.query(`create role ${API_LOGIN} login noinherit${password}`)
  else if (password) await client.query(`alter role ${API_LOGIN} login noinherit${password}`)
  await client.query(`grant anon, authenticated, service_role to ${API_LOGIN}`)
}
