import type { Payload } from './parse/payload.ts'
import type { Media, Preferences } from './parse/preferences.ts'
import type { Query } from './parse/query.ts'
import { readSql } from './sql/read-sql.ts'
import type { Schema, Table } from './schema/schema-cache.ts'
import { type Building, Scope } from './scope.ts'
import { identifier, Parameters, tableSql } from './sql/sql-builder.ts'
import { deleteSql, insertSql, UPDATED, updateSql } from './sql/write-sql.ts'

export type Plan = { text: string; values: unknown[] }
/** The one row that every plan answers with. */
export type Outcome = {
  total: string | null
  page: string
  /** Rows that an upsert inserted rather than changed; null where that was not asked. */
  inserted: string | null
  body: string | null
  /** What functions set in `response.headers` and `response.status`. */
  headers: string | null
  status: string | null
}
/** What an operator has switched on. */
export type RestSettings = {
  maxRows: number
  maxBytes: number
  allowsAggregates: boolean
  allowsRollback: boolean
  /** Whether clients may ask how PostgreSQL would run a statement. */
  allowsPlans: boolean
  /** Exposed schemas; the first one answers where a request names none. */
  schemas: readonly string[]
}
export type Request = {
  schema: Schema
  query: Query
  preferences: Preferences
  media: Media
  settings: RestSettings
}

export function newBuilding({ schema, settings }: Pick<Request, 'schema' | 'settings'>): Building {
  let count = 0
  return {
    schema,
    parameters: new Parameters(),
    nextAlias: () => `_t${(count += 1)}`,
    allowsAggregates: settings.allowsAggregates,
    maxRows: settings.maxRows,
    maxBytes: settings.maxBytes,
    embeds: 0,
  }
}

/** Plans a GET of a table. */
export function planRead(request: Request, table: Table): Plan {
  const building = newBuilding(request)
  const { sql, names, countSql, unpagedSql } = readSql(building, limited(request), source(table))
  const total = totalSql(request, { countSql, unpagedSql })
  return finish(building, { ctes: [], rows: sql, names, total, media: request.media })
}

/** Plans the question how many rows PostgreSQL expects; its answer is the JSON of `explain`. */
export function planEstimate(request: Request, table: Table): Plan {
  const building = newBuilding(request)
  // Without order, limit and offset, whose values would be bound without being used.
  const { select, where } = request.query.root
  const { unpagedSql } = readSql(building, { select, where, order: [] }, source(table))
  return { text: `explain (format json) ${unpagedSql}`, values: building.parameters.values }
}

const source = (table: Table) => ({ scope: new Scope(table, '_root'), from: tableSql(table) })

/** The root level with the server's own limit. */
export function limited({ query, settings }: Request): Query['root'] {
  return { ...query.root, limit: Math.min(query.root.limit ?? settings.maxRows, settings.maxRows) }
}

/** The number of rows behind a page. An estimate counts no further than a page is long, and leaves the rest to the planner. */
export function totalSql(
  { preferences, settings }: Request,
  { countSql, unpagedSql }: { countSql: string; unpagedSql: string },
): string {
  if (preferences.count === 'exact') return `(${countSql})`
  if (preferences.count !== 'estimated') return 'null'
  return `(select count(*) from (${unpagedSql} limit ${settings.maxRows + 1}) as _counted)`
}

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Plans an insert, upsert, update or delete. It returns only the columns that the answer needs. */
export function planWrite(
  request: Request,
  { table, method, payload }: { table: Table; method: WriteMethod; payload: Payload },
): Plan {
  const { query, preferences, media } = request
  const building = newBuilding(request)
  const read = new Scope(table, '_root', { isWritten: true })
  const answer = answerOf(building, request, read)
  const scope = new Scope(table, '_target')
  const names = [...read.used].map((name) => scope.returned(name))
  const isUpsert = method === 'PUT' || (method === 'POST' && preferences.resolution === 'merge-duplicates')
  // A constant needs no right to read the table.
  const write = { query, scope, payload, preferences, returning: `returning ${names.join(', ') || '1 as _one'}` }
  const sql = { POST: insertSql, PUT: insertSql, PATCH: updateSql, DELETE: deleteSql }[method](building, write)
  return finish(building, {
    ctes: [`_written as (${sql})`],
    ...answer,
    total: 'null',
    // The place of a new row is read from its key, in whatever form rows are asked for.
    media: preferences.returns === 'headers-only' ? { ...media, isCsv: false } : media,
    inserted: isUpsert ? `(count(*) - ${UPDATED})` : 'null',
  })
}

function answerOf(building: Building, { query, preferences }: Request, read: Scope): { rows: string; names: string[] } {
  if (preferences.returns === 'representation') {
    const { sql, names } = readSql(building, query.root, { scope: read, from: '_written', isWritten: true })
    return { rows: sql, names }
  }
  if (preferences.returns === 'headers-only') {
    const key = read.table.primaryKey
    if (key.length > 0) {
      const columns = key.map((name) => `${read.column(name)}::text as ${identifier(name)}`)
      return { rows: `select ${columns.join(', ')} from _written as _root`, names: key }
    }
  }
  return { rows: 'select from _written', names: [] }
}

type Ending = {
  ctes: string[]
  rows: string
  /** Fields of the rows, where they are known. */
  names?: string[]
  total: string
  media: Media
  inserted?: string
}

/** Wraps `rows` so that PostgreSQL builds the text of the answer. */
export function finish(
  { parameters, maxBytes }: Building,
  { ctes, rows, names, total, media, inserted = 'null' }: Ending,
): Plan {
  const text = media.isCsv ? csvSql(parameters, names) : jsonSql(media)
  const body = withinSql(text, maxBytes)
  return {
    text: `with ${[...ctes, `_rows as (${rows})`].join(',\n')}
select ${total}::text as total, count(*)::text as page, ${inserted}::text as inserted, ${body} as body,
  ${RESPONSE} from _rows`,
    values: parameters.values,
  }
}

/** Refuses an answer that is larger than the operator allows, before it leaves PostgreSQL and in time to undo a write. */
export function withinSql(json: string, maxBytes: number): string {
  return `authz.answer_within((${json})::text, ${Math.trunc(maxBytes)})`
}

/** What functions may say about the answer. */
export const RESPONSE = `nullif(current_setting('response.headers', true), '') as headers,
  nullif(current_setting('response.status', true), '') as status`

function jsonSql({ isSingular, isNullsStripped }: Media): string {
  const row = isNullsStripped ? 'json_strip_nulls(row_to_json(_rows.*))' : 'row_to_json(_rows.*)'
  return isSingular ? `json_agg(${row}) -> 0` : `coalesce(json_agg(${row}), '[]')`
}

/** RFC 4180: a header line, then the rows; a value with a comma, a quote or a line break is quoted. */
function csvSql(parameters: Parameters, names: string[] | undefined): string {
  const quoted = (value: string) =>
    `case when ${value} ~ '[",\\r\\n]' then '"' || replace(${value}, '"', '""') || '"' else coalesce(${value}, '') end`
  const line = `(select string_agg(${quoted('_field.value')}, ',' order by _field.at)
    from json_each_text(row_to_json(_rows.*)) with ordinality as _field (key, value, at))`
  const header = names
    ? `(select string_agg(${quoted('_name')}, ',' order by _at) from unnest(${parameters.add(names)}::text[]) with ordinality as _ (_name, _at))`
    : `(select string_agg(${quoted('key')}, ',' order by at) from (select row_to_json(_first.*) as value from _rows as _first limit 1) as _one, json_object_keys(_one.value) with ordinality as _ (key, at))`
  return `coalesce(${header}, '') || coalesce(string_agg(E'\\n' || ${line}, ''), '')`
}
