import type { Payload } from './payload.ts'
import type { Media, Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { readSql, tableSql } from './read-sql.ts'
import type { Schema, Table } from './schema-cache.ts'
import { type Building, Scope } from './scope.ts'
import { identifier, Parameters } from './sql-builder.ts'
import { deleteSql, insertSql, updateSql } from './write-sql.ts'

export type Plan = { text: string; values: unknown[] }
/** The one row that every plan answers with. */
export type Outcome = { total: string | null; page: string; body: string | null }
export type Request = { schema: Schema; query: Query; preferences: Preferences; media: Media }

/** Rows of one answer at most, whatever `limit` says. */
export const MAX_ROWS = 1000

export function newBuilding(schema: Schema): Building {
  let count = 0
  return { schema, parameters: new Parameters(), nextAlias: () => `_t${(count += 1)}` }
}

/** Plans a GET of a table. */
export function planRead({ schema, query, preferences, media }: Request, table: Table): Plan {
  const building = newBuilding(schema)
  const level = { ...query.root, limit: Math.min(query.root.limit ?? MAX_ROWS, MAX_ROWS) }
  const { sql, countSql } = readSql(building, level, { scope: new Scope(table, '_root'), from: tableSql(table.name) })
  const total = preferences.isCounted ? `(${countSql})` : 'null'
  return finish(building, { ctes: [], rows: sql, total, media })
}

export type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

/** Plans an insert, update or delete. It returns only the columns that the answer needs. */
export function planWrite(
  { schema, query, preferences, media }: Request,
  { table, method, payload }: { table: Table; method: WriteMethod; payload: Payload },
): Plan {
  const building = newBuilding(schema)
  const read = new Scope(table, '_root')
  const rows = preferences.isRepresentation
    ? readSql(building, query.root, { scope: read, from: '_written', isWritten: true }).sql
    : 'select from _written'
  const scope = new Scope(table, '_target')
  const names = [...read.used].map((name) => `${scope.alias}.${identifier(name)}`)
  // A constant needs no right to read the table.
  const write = { query, scope, payload, preferences, returning: `returning ${names.join(', ') || '1 as _one'}` }
  const sql = { POST: insertSql, PATCH: updateSql, DELETE: deleteSql }[method](building, write)
  return finish(building, { ctes: [`_written as (${sql})`], rows, total: 'null', media })
}

/** Wraps `rows` so that PostgreSQL builds the JSON text of the answer. */
export function finish(
  { parameters }: Building,
  { ctes, rows, total, media }: { ctes: string[]; rows: string; total: string; media: Media },
): Plan {
  const row = media.isNullsStripped ? 'json_strip_nulls(row_to_json(_rows.*))' : 'row_to_json(_rows.*)'
  const body = media.isSingular ? `json_agg(${row}) -> 0` : `coalesce(json_agg(${row}), '[]')`
  return {
    text: `with ${[...ctes, `_rows as (${rows})`].join(',\n')}
select ${total}::text as total, count(*)::text as page, (${body})::text as body from _rows`,
    values: parameters.values,
  }
}
