import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Client } from 'pg'

/** The migrations of QuantumShield 0.1.0 as they shipped, and the rows of an organisation that worked with it. */
type FormerDatabase = { migrations: { name: string; text: string }[]; rows: Record<string, Record<string, unknown>[]> }

const FILE = path.join(import.meta.dirname, 'database-of-0.1.0.json.br')

export function readFormerDatabase(): FormerDatabase {
  return JSON.parse(brotliDecompressSync(fs.readFileSync(FILE)).toString()) as FormerDatabase
}

/** Runs migrations as 0.1.0 ran them. */
export async function runFormerMigrations(client: Client, migrations: FormerDatabase['migrations']): Promise<void> {
  await client.query(`
    create schema if not exists meta;
    create table if not exists meta.schema_migrations (
      name       text        primary key,
      sha256     text        not null,
      applied_at timestamptz not null default now()
    )`)
  for (const { name, text } of migrations) {
    const sha256 = createHash('sha256').update(text).digest('hex')
    await client.query('begin')
    await client.query(text)
    await client.query('insert into meta.schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  }
}

/** Puts the rows in place of those that the migrations made, as a restored backup does: no trigger runs. */
export async function restoreRows(client: Client, rows: FormerDatabase['rows']): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [table, content] of Object.entries(rows)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attgenerated = '' order by attnum`,
      [table],
    )
    const names = columns.map(({ name }) => name).join(', ')
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(content)],
    )
  }
  await client.query('reset session_replication_role')
}

/** The columns of every table but the list of migrations, as a row of SQL. */
export async function columnsOf(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, format('row(%s)', string_agg(format('t.%I', a.attname), ', ' order by a.attnum)) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'meta') group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** What those tables hold: the number of their rows, and a checksum over these columns of them. */
export async function rowsOf(client: Client, columns?: Record<string, string>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, row] of Object.entries(columns ?? (await columnsOf(client)))) {
    const { rows } = await client.query<{ held: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}::text, e'\\n' order by ${row}::text)), '') as held from ${name} t`,
    )
    found[name] = rows[0]?.held ?? ''
  }
  return found
}
