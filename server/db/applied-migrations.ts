import type { Client } from 'pg'
import type { Asks } from './asks.ts'

/** Stands beside the migrations, with the checksum of the function files and the version of the program that applied them. */
export const FUNCTIONS = 'functions'

/** Checksums by name: what ran in a database. */
export type Applied = ReadonlyMap<string, string>

/** Makes the list of what ran, in a database that has none. */
export async function prepareList(client: Client): Promise<void> {
  await client.query(`
    create schema if not exists meta;
    create table if not exists meta.schema_migrations (
      name       text        primary key,
      sha256     text        not null,
      applied_at timestamptz not null default now()
    )`)
}

export async function readApplied(client: Asks): Promise<Applied> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from meta.schema_migrations order by name',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

export async function recordApplied(client: Client, { name, sha256 }: { name: string; sha256: string }): Promise<void> {
  await client.query(
    `insert into meta.schema_migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    [name, sha256],
  )
}

/** Also when nothing was applied, because the functions of a newer version are the same. */
export async function recordFunctionsVersion(client: Client, version: string): Promise<void> {
  await client.query('alter table meta.schema_migrations add column if not exists version text')
  await client.query('update meta.schema_migrations set version = $2 where name = $1', [FUNCTIONS, version])
}

/** Version of the program whose functions the database has; null when it was not recorded, as by 0.1.0. */
export async function readFunctionsVersion(client: Asks): Promise<string | null> {
  // As JSON, because a refused database is not touched and may not have the column yet.
  const { rows } = await client.query<{ version: string | null }>(
    `select to_jsonb(m) ->> 'version' as version from meta.schema_migrations m where name = $1`,
    [FUNCTIONS],
  )
  return rows[0]?.version ?? null
}

/** Notes which migration a server has to know where this one ran. */
export async function recordNeed(client: Client, name: string, need: string): Promise<void> {
  await client.query('alter table meta.schema_migrations add column if not exists needs text')
  await client.query('update meta.schema_migrations set needs = $2 where name = $1', [name, need])
}

/** By name of the migration that ran, where there is such a need. */
export async function readNeeds(client: Asks): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; needs: string }>(
    `select name, to_jsonb(m) ->> 'needs' as needs from meta.schema_migrations m where to_jsonb(m) ->> 'needs' is not null`,
  )
  return new Map(rows.map(({ name, needs }) => [name, needs]))
}

export async function forgetApplied(client: Client, names: string[]): Promise<void> {
  await client.query('delete from meta.schema_migrations where name = any ($1)', [names])
}

/** All of `work` or nothing. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
