import { createHmac } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'
import { refuseHalfRestored } from './restored.ts'

export type OpenDatabase = {
  database: Database
  /** Connection settings, for the job runner and for LISTEN. */
  connection: PoolConfig
  embedded: EmbeddedPostgres | undefined
  migrated: string[]
  close: () => Promise<void>
}

const OLDEST_SERVER = 150_000
const CONNECT_MS = 5000

/**
 * Reaches the configured PostgreSQL, or starts the embedded one, and brings the schema up to date.
 * @throws {Error} when the server is too old, unreachable, or a migration is refused.
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined
  directory: string
}): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl ? undefined : await startPostgres(settings.directory)
  const connection: PoolConfig = settings.databaseUrl
    ? { connectionString: settings.databaseUrl }
    : { host: embedded?.socketDirectory ?? '', user: 'postgres', database: 'quantumshield' }
  try {
    if (embedded) await createWhenMissing(connection, 'quantumshield')
    const migrated = await prepare(connection)
    const database = new Database(connection, apiConnection(connection))
    return {
      database,
      connection,
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

async function createWhenMissing(connection: PoolConfig, name: string): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function prepare(connection: PoolConfig): Promise<string[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
  } catch (cause) {
    throw connection.connectionString ? unreachable(connection.connectionString, cause) : cause
  }
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new Error(`PostgreSQL 15 or newer is needed; this one says ${rows[0]?.server_version_num}`)
    }
    await refuseHalfRestored(client)
    const migrated = await migrate(client)
    await ensureApiLogin(client, connection)
    return migrated
  } finally {
    await client.end()
  }
}

/** Says what to do about a server that does not answer or does not want us. The address without its password. */
function unreachable(connectionString: string, cause: unknown): Error {
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
    `${problem}. Check DATABASE_URL, and that this server runs; without DATABASE_URL one is started here.`,
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

/** The same server, as the login that API requests use. */
export function apiConnection(owner: PoolConfig): PoolConfig {
  if (!owner.connectionString) return { ...owner, user: API_LOGIN }
  const url = new URL(owner.connectionString)
  url.username = API_LOGIN
  url.password = apiPassword(owner.connectionString)
  return { connectionString: url.href }
}

// Derived from the owner's address, so that every node that shares the database sets and uses the same one.
function apiPassword(connectionString: string): string {
  return createHmac('sha256', connectionString).update(API_LOGIN).digest('base64url')
}

/** Creates or refreshes the login of the API: no inheritance, no rights of its own, only the three roles to switch to. */
export async function ensureApiLogin(client: Client, owner: PoolConfig): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [API_LOGIN])
  const password = owner.connectionString
    ? ` password ${client.escapeLiteral(apiPassword(owner.connectionString))}`
    : ''
  if (!rowCount) await client.query(`create role ${API_LOGIN} login noinherit${password}`)
  else if (password) await client.query(`alter role ${API_LOGIN} login noinherit${password}`)
  await client.query(`grant anon, authenticated, service_role to ${API_LOGIN}`)
}
