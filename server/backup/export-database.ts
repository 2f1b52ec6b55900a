import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A table as it was at one moment: how many rows, and a hash over their text in the order in which they lie. */
export type TableState = { name: string; rows: number; sha256: string }

type Table = { name: string; columns: string; key: string }
/** `value` is null before it was used. */
type Sequence = { name: string; value: string | null }

/** `kept`: what a backup holds. `everything`: what the next cluster of the same server holds. */
export type Scope = 'kept' | 'everything'

/**
 * Tables that hold something to keep. Not in a backup: jobs, for what waited then was done since; what the
 * sweep has seen of a store, which may be another one; and secrets that nodes share, which a backup holds sealed for its own key. Nowhere: unlogged ones, which a crash
 * empties as well; which servers and workers run; and lists of migrations, which the database that is restored into has already.
 */
const tablesOf = (scope: Scope): string => `
  select format('%I.%I', n.nspname, c.relname) as name,
         (select string_agg(format('%I', a.attname), ', ' order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         coalesce((select string_agg(format(case when a.attcollation = 0 then '%I' else '%I collate "C"' end, a.attname), ', ' order by k.place)
                   from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality as k (attnum, place)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
                   where i.indrelid = c.oid and i.indisprimary), 'ctid') as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_'
    and n.nspname <> 'information_schema'
    and (n.nspname, c.relname) not in (('meta', 'schema_migrations'), ('meta', 'job_workers'), ('meta', 'nodes'), ('graphile_worker', 'migrations'))
    ${scope === 'everything' ? '' : NOT_KEPT}
  order by n.nspname, c.relname`

const NOT_KEPT = `and n.nspname <> 'graphile_worker'
    and (n.nspname, c.relname) not in (('meta', 'shared_secrets'), ('storage', 'leftovers'), ('storage', 'sweep'), ('storage', 'scrub'))`

const sequencesOf = (scope: Scope): string => `
  select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
  ${scope === 'everything' ? '' : `where schemaname <> 'graphile_worker'`} order by schemaname, sequencename`

// Nothing is checked or noted a second time: it was when it was written.
const WITHOUT_TRIGGERS = 'set session_replication_role = replica;'
const copyInto = ({ name, columns }: Table): string => `copy ${name} (${columns}) from stdin;`

/** Begins a transaction that sees the database as it is now, and prints values so that any PostgreSQL of today reads them. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(`
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local row_security = off; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
    set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 3`)
}

/**
 * The data of the database as a script that `psql` runs as well, within a transaction of `beginSnapshot`.
 *
 * @param tables gets the state of each table as it passes.
 */
export async function* exportDatabase(
  client: Client,
  tables: TableState[],
  scope: Scope = 'kept',
): AsyncGenerator<Buffer> {
  const { rows: all } = await client.query<Table>(tablesOf(scope))
  yield Buffer.from(`${WITHOUT_TRIGGERS}\n`)
  yield Buffer.from(`truncate ${all.map(({ name }) => name).join(', ')} cascade;\n`)
  for (const table of all) {
    yield Buffer.from(`${copyInto(table)}\n`)
    const state = new StateOf(table.name)
    for await (const chunk of rowsOf(client, table)) {
      state.add(chunk)
      yield chunk
    }
    tables.push(state.done())
    yield Buffer.from('\\.\n')
  }
  const { rows: sequences } = await client.query<Sequence>(sequencesOf(scope))
  for (const { name, value } of sequences)
    if (value !== null) yield Buffer.from(`select setval('${name}', ${value});\n`)
}

/** Whether a statement is one of an export of this database. Any other would run with the rights of its owner, on the word of a place. */
export async function knownStatements(client: Client, scope: Scope = 'kept'): Promise<(statement: string) => boolean> {
  const { rows: all } = await client.query<Table>(tablesOf(scope))
  const { rows: sequences } = await client.query<Sequence>(sequencesOf(scope))
  const tables = new Set(all.map(({ name }) => name))
  const whole = new Set([WITHOUT_TRIGGERS, ...all.map(copyInto)])
  const counters = new Set(sequences.map(({ name }) => name))
  return (statement) => {
    const truncated = /^truncate (.+) cascade;$/.exec(statement)?.[1]?.split(', ')
    const counter = /^select setval\('([^']+)', -?\d+\);$/.exec(statement)?.[1]
    return (
      whole.has(statement) ||
      (truncated?.every((name) => tables.has(name)) ?? false) ||
      (counter !== undefined && counters.has(counter))
    )
  }
}

/** What the tables hold now, to be compared with what was exported. */
export async function readTableStates(client: Client, scope: Scope = 'kept'): Promise<TableState[]> {
  const { rows: all } = await client.query<Table>(tablesOf(scope))
  const states: TableState[] = []
  for (const table of all) {
    const state = new StateOf(table.name)
    for await (const chunk of rowsOf(client, table)) state.add(chunk)
    states.push(state.done())
  }
  return states
}

async function* rowsOf(client: Client, { name, columns, key }: Table): AsyncGenerator<Buffer> {
  const rows = client.query(copyTo(`copy (select ${columns} from ${name} order by ${key}) to stdout`))
  for await (const chunk of rows as AsyncIterable<Buffer>) yield chunk
}

class StateOf {
  readonly #name: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    // A line feed within a value is written as two other characters.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows++
  }

  done(): TableState {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
