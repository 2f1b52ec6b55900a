import { whereSql } from './condition-sql.ts'
import type { Payload } from '../parse/payload.ts'
import type { Preferences } from '../parse/preferences.ts'
import type { Query } from '../parse/query.ts'
import { RestError } from '../rest-error.ts'
import type { Building, Scope } from '../scope.ts'
import { identifier, tableSql } from './sql-builder.ts'

/** Rows that an upsert changed so far. It counts in a setting of the transaction, which needs no right to read the table. */
export const UPDATED = `coalesce(nullif(current_setting('request.updated', true), ''), '0')::int`
const COUNT_UPDATED = `set_config('request.updated', (${UPDATED} + 1)::text, true) is not null`

type Write = { query: Query; scope: Scope; returning: string }

export function insertSql(
  building: Building,
  { query, scope, returning, payload, preferences }: Write & { payload: Payload; preferences: Preferences },
): string {
  const columns = payload.columns.map(identifier)
  return [
    `insert into ${tableSql(scope.table)} as ${scope.alias} ${columns.length > 0 ? `(${columns.join(', ')})` : ''}`,
    `select ${columns.map((name) => `_body.${name}`).join(', ')} from ${rowsSql(building, { scope, payload, preferences })}`,
    conflictSql({ query, scope, payload, preferences }),
    returning,
  ]
    .filter(Boolean)
    .join('\n')
}

export function updateSql(
  building: Building,
  { query, scope, returning, payload }: Write & { payload: Payload },
): string {
  requireFilter(query, 'UPDATE')
  if (payload.columns.length === 0 || payload.isEmpty) {
    return `select ${returning.replace(/^returning /, '')} from ${tableSql(scope.table)} as ${scope.alias} where false`
  }
  return [
    `update ${tableSql(scope.table)} as ${scope.alias}`,
    `set ${payload.columns.map((name) => `${identifier(name)} = _body.${identifier(name)}`).join(', ')}`,
    `from (select * from json_to_recordset(${building.parameters.add(payload.text)}::json) as _(${recordSql(scope, payload)}) limit 1) as _body`,
    `where ${whereSql(building, scope, query.root.where).join(' and ')}`,
    returning,
  ].join('\n')
}

export function deleteSql(building: Building, { query, scope, returning }: Write): string {
  requireFilter(query, 'DELETE')
  const where = whereSql(building, scope, query.root.where).join(' and ')
  return `delete from ${tableSql(scope.table)} as ${scope.alias} where ${where} ${returning}`
}

/** A write that would meet every row is a mistake. */
function requireFilter({ root }: Query, verb: string): void {
  if (root.where.length === 0) throw new RestError(400, { code: '21000', message: `${verb} requires a WHERE clause` })
}

function rowsSql(
  { parameters }: Building,
  { scope, payload, preferences }: { scope: Scope; payload: Payload; preferences: Preferences },
): string {
  const body = parameters.add(payload.text)
  if (payload.columns.length === 0) return `json_array_elements(${body}::json) as _body`
  const record = recordSql(scope, payload)
  const withDefault = payload.columns.filter((name) => scope.table.columns.get(name)?.defaultSql)
  if (!preferences.isMissingDefault || withDefault.length === 0) {
    return `json_to_recordset(${body}::json) as _body(${record})`
  }
  const defaults = withDefault.map(
    (name) => `${parameters.add(name)}::text, ${scope.table.columns.get(name)?.defaultSql}`,
  )
  return `jsonb_array_elements(${body}::jsonb) as _given(value),
    lateral jsonb_to_record(jsonb_build_object(${defaults.join(', ')}) || _given.value) as _body(${record})`
}

function recordSql(scope: Scope, { columns }: Payload): string {
  return columns.map((name) => `${identifier(name)} ${scope.table.columns.get(name)?.type ?? 'text'}`).join(', ')
}

function conflictSql({
  query,
  scope,
  payload,
  preferences,
}: {
  query: Query
  scope: Scope
  payload: Payload
  preferences: Preferences
}): string {
  if (!preferences.resolution) return ''
  const target = query.onConflict ?? scope.table.primaryKey
  if (target.length === 0) return ''
  for (const name of target) {
    if (!scope.table.columns.has(name))
      throw new RestError(400, { code: '42703', message: `column "${name}" does not exist` })
  }
  const conflict = `on conflict (${target.map(identifier).join(', ')})`
  if (preferences.resolution === 'ignore-duplicates') return `${conflict} do nothing`
  // The key stays as it is; naming it would ask for the right to change it.
  const changed = payload.columns.filter((name) => !target.includes(name))
  const set = (changed.length > 0 ? changed : payload.columns).map(
    (name) => `${identifier(name)} = excluded.${identifier(name)}`,
  )
  return set.length > 0
    ? `${conflict} do update set ${set.join(', ')} where ${COUNT_UPDATED}`
    : `${conflict} do nothing`
}
