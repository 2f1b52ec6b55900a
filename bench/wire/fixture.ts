import { randomUUID } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { Database, type Caller } from '#server/db/database.ts'
import { whenDone } from '../lib/cleanup.ts'
import { type HttpClient, httpClient } from '../lib/http-client.ts'
import { type Account, type BenchServer, createAccount, startBenchServer } from '../lib/server.ts'

export const CONNECTIONS = 10

/** A running server, somebody with an account, and the ways to the same database without the server. */
export type WireFixture = {
  server: BenchServer
  account: Account
  client: HttpClient
  json: Record<string, string>
  /** The server's own database class over connections of ours: same role, same claims, no HTTP. */
  database: Database
  /** As whom `database` acts. */
  caller: Caller
  /** Owner of the schema, for seeding and for what runs without row-level security. */
  owner: Pool
}

/** @param parent where the server's data folder goes. */
export async function startWire(parent?: string): Promise<WireFixture> {
  const server = await startBenchServer({
    ...(parent === undefined ? {} : { parent }),
    environment: { MAILER_AUTOCONFIRM: 'true', RATE_LIMIT_FACTOR: '1000000' },
  })
  const account = await createAccount(server.url)
  const connection: PoolConfig = { host: server.databaseSocket, user: 'postgres', database: 'quantumshield' }
  const owner = new Pool({ ...connection, max: CONNECTIONS })
  owner.on('error', () => undefined)
  const database = new Database(connection, { ...connection, user: 'quantumshield_api', max: CONNECTIONS })
  whenDone(async () => {
    await database.end()
    await owner.end()
  })
  const claims = { sub: account.userId, role: 'authenticated', aud: 'authenticated' }
  return {
    server,
    account,
    client: httpClient(server.url, CONNECTIONS),
    json: { ...account.headers, 'content-type': 'application/json' },
    database,
    caller: { role: 'authenticated', claims },
    owner,
  }
}

/**
 * Stores records of files, as if uploaded: triggers and foreign keys rest meanwhile, for a million objects on the disk would
 * change nothing about a list.
 */
export async function seedFiles(owner: Pool, { userId, files }: { userId: string; files: number }): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(
      `insert into public.file_records (user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key,
                                        storage_path, created_at)
       select $1::uuid, t.id, 'sealed', repeat('n', 60), n, 'sealed', repeat('k', 90), $1::text || '/' || gen_random_uuid(),
              now() - make_interval(secs => n)
       from public.tenants t, generate_series(1, $2::int) as n
       where t.is_default`,
      [userId, files],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Gives the newest files of somebody two tags each. */
export async function seedTags(owner: Pool, userId: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    const tags = [randomUUID(), randomUUID()]
    await client.query(
      `insert into public.tags (id, user_id, tenant_id, name)
       select tag, $1::uuid, t.id, 'tag ' || tag from unnest($2::uuid[]) as tag, public.tenants t where t.is_default`,
      [userId, tags],
    )
    await client.query(
      `insert into public.file_tags (file_id, tag_id)
       select f.id, tag from (select id from public.file_records where user_id = $1 order by created_at desc limit 500) f,
         unnest($2::uuid[]) as tag`,
      [userId, tags],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
