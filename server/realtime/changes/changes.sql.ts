import { escapeIdentifier } from 'pg'
import type { Caller, Database, Statement } from '../../db/database.ts'
import { type Condition, filterSql } from './change-filter.ts'
import { readableBy, type WatchedTable } from './catalog.ts'
import { READING_MS, RECORD_BYTES } from '../realtime-limits.ts'

/** A primary key as text, in the order of the table's key columns. */
export type Key = readonly string[]

export type ReadRow = {
  /** Which of the keys this is. */
  n: number
  /** JSON text of what the caller may read; null for a deletion. */
  record: string | null
  isTooLarge: boolean
  /** For each filter, whether the row passes. */
  passes: boolean[]
}

const READING = { timeLimitMs: READING_MS }

type Reading = { table: WatchedTable; keys: readonly Key[]; filters: readonly (readonly Condition[])[] }

/** Reads rows by their keys as `caller`, under row-level security; those that the caller may not see are left out. */
export async function readRows(database: Database, caller: Caller, reading: Reading): Promise<ReadRow[]> {
  const { table } = reading
  const columns = readableBy(table, caller.role)
  const types = new Map(columns.map(({ name, sqlType }) => [name, sqlType]))
  const { values, bind } = binder(keyRecords(reading))
  const passes = reading.filters.map((filter) =>
    filterSql(filter, { alias: 'r', typeOf: (name) => types.get(name), bind }),
  )
  const relation = `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`
  const text = `
    select k."#" as n, case when s.bytes > ${RECORD_BYTES} then s.small else s.record::text end as record,
           s.bytes > ${RECORD_BYTES} as "isTooLarge", array[${passes.join(', ')}]::boolean[] as passes
    from ${recordset(table)}
    join lateral (
      select ${columns.map(({ name }) => `t.${escapeIdentifier(name)}`).join(', ')}
      from ${relation} t
      where ${table.keys.map((key) => `t.${escapeIdentifier(key)} = k.${escapeIdentifier(key)}`).join(' and ')}
    ) r on true
    cross join lateral (select to_jsonb(r) as record) j
    cross join lateral (
      select j.record, octet_length(j.record::text) as bytes,
             case when octet_length(j.record::text) > ${RECORD_BYTES}
               then (select jsonb_object_agg(e.key, e.value)::text from jsonb_each(j.record) e
                     where octet_length(e.value::text) <= 64) end as small
    ) s
    order by k."#"`
  return (await database.oneAsCaller<ReadRow>(caller, { text, values }, READING)).rows
}

/** Of deleted rows only the key is left; a filter on another column never passes. */
export async function readKeys(database: Database, caller: Caller, reading: Reading): Promise<ReadRow[]> {
  const { table } = reading
  const types = new Map(table.columns.map(({ name, sqlType }) => [name, sqlType]))
  const { values, bind } = binder(keyRecords(reading))
  const passes = reading.filters.map((filter) =>
    filterSql(filter, {
      alias: 'k',
      typeOf: (name) => (table.keys.includes(name) ? types.get(name) : undefined),
      bind,
    }),
  )
  const text = `select k."#" as n, null as record, false as "isTooLarge", array[${passes.join(', ')}]::boolean[] as passes
                from ${recordset(table)} order by k."#"`
  return (await database.oneAsCaller<ReadRow>(caller, { text, values }, READING)).rows
}

/** Compares nothing, but fails where a value of the filter is not of its column's type, or an operator is not for it. */
export function trialOf(table: WatchedTable, filter: readonly Condition[]): Statement {
  const { values, bind } = binder()
  const types = new Map(table.columns.map(({ name, sqlType }) => [name, sqlType]))
  // A pattern is read when it meets a text, not before.
  const row = table.columns.map(
    ({ name, sqlType }) => `${sqlType === 'text' ? `''` : 'null'}::${sqlType} as ${escapeIdentifier(name)}`,
  )
  const condition = filterSql(filter, { alias: 'r', typeOf: (name) => types.get(name), bind })
  return { text: `select ${condition} as passes from (select ${row.join(', ')}) r`, values }
}

function recordset(table: WatchedTable): string {
  const types = new Map(table.columns.map(({ name, sqlType }) => [name, sqlType]))
  const columns = table.keys.map((key) => `${escapeIdentifier(key)} ${types.get(key) ?? 'text'}`)
  return `jsonb_to_recordset($1::jsonb) as k("#" int, ${columns.join(', ')})`
}

function keyRecords({ table, keys }: Reading): string {
  return JSON.stringify(
    keys.map((key, n) => ({ ...Object.fromEntries(table.keys.map((name, i) => [name, key[i]])), '#': n })),
  )
}

function binder(...first: unknown[]): { values: unknown[]; bind: (value: unknown) => string } {
  const values = [...first]
  return { values, bind: (value) => `$${values.push(value)}` }
}
