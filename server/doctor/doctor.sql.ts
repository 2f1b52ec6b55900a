import type { QueryResultRow } from 'pg'
import type { Asks } from '../db/asks.ts'

export type ServerFacts = {
  version: number
  now: Date
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  checksums: string
}

export async function readServerFacts(client: Asks): Promise<ServerFacts> {
  return one<ServerFacts>(
    client,
    `select current_setting('server_version_num')::integer as version, clock_timestamp() as now,
            current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
            current_setting('synchronous_commit') as synchronous_commit, current_setting('data_checksums') as checksums`,
  )
}

/** `owns`: null in an empty database. */
export type Rights = { name: string; makes_roles: boolean; makes_schemas: boolean; owns: boolean | null }

export async function readRights(client: Asks): Promise<Rights> {
  return one<Rights>(
    client,
    `select r.rolname::text as name, r.rolsuper or r.rolcreaterole as makes_roles,
            has_database_privilege(current_database(), 'create') as makes_schemas,
            (select pg_has_role(c.relowner, 'usage')
             from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'meta' and c.relname = 'schema_migrations') as owns
     from pg_roles r where r.rolname = current_user`,
  )
}

/** How many connections the server, the database and the role grant; -1 is no limit. */
export type ConnectionLimits = { server: number; database: number; role: number }

export async function readConnectionLimits(client: Asks): Promise<ConnectionLimits> {
  return one<ConnectionLimits>(
    client,
    `select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
              - coalesce(current_setting('reserved_connections', true)::integer, 0) as server,
            d.datconnlimit as database, r.rolconnlimit as role
     from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`,
  )
}

export async function hasJobQueue(client: Asks): Promise<boolean> {
  const { there } = await one<{ there: boolean }>(
    client,
    `select to_regclass('graphile_worker.jobs') is not null as there`,
  )
  return there
}

/** Event streams that failed at their last tries and are not paused. */
export type FailingStreams = { count: number; since: Date | null; error: string | null }

export async function readFailingStreams(client: Asks): Promise<FailingStreams> {
  return one<FailingStreams>(
    client,
    `select count(*)::integer as count, min(t.failing_since) as since,
            (array_agg(t.last_error order by t.failing_since))[1] as error
     from streams.states t join public.event_streams e on e.id = t.stream_id
     where t.failing_since is not null and e.paused_at is null`,
  )
}

async function one<Row extends QueryResultRow>(client: Asks, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  const [row] = rows
  if (!row) throw new Error('a query of one row gave none')
  return row
}
