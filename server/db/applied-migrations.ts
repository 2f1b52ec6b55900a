import type { Client } from 'pg'

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

export async function readApplied(client: Client): Promise<Applied> {
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

export async function forgetApplied(client: Client, names: string[]): Promise<void> {
  await client.query('delete from meta.schema_migrations where name = any ($1)', [names])
}

/** All of `work` or nothing. */
export async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
