import { badBody, RestError } from './rest-error.ts'
import { isObject, parseJson } from './payload.ts'
import { finish, MAX_ROWS, newBuilding, type Plan, type Request } from './planner.ts'
import { readSql } from './read-sql.ts'
import type { RestFunction, Schema, Table } from './schema-cache.ts'
import { Scope } from './scope.ts'
import { identifier } from './sql-builder.ts'

/** Values by argument name; `json` is the body of a POST. */
export type Arguments = { json: string; names: string[] } | { values: Map<string, string>; names: string[] }

/** @throws {RestError} PGRST102 */
export function argumentsOfBody(body: unknown): Arguments {
  const json = typeof body === 'string' && body.trim() !== '' ? body : '{}'
  const parsed = parseJson(json)
  if (!isObject(parsed)) throw badBody('The arguments are not a JSON object')
  return { json, names: Object.keys(parsed) }
}

/** Finds the function by its name and the names of its arguments. @throws {RestError} PGRST202, PGRST203 */
export function findFunction(schema: Schema, name: string, names: string[]): RestFunction {
  const matching = (schema.functions.get(name) ?? []).filter(
    (fn) =>
      names.every((given) => fn.arguments.some((argument) => argument.name === given)) &&
      fn.arguments.every((argument) => !argument.isRequired || names.includes(argument.name)),
  )
  const [only] = matching
  if (only && matching.length === 1) return only
  const signature = `public.${name}${names.length > 0 ? `(${names.join(', ')})` : ''}`
  if (only)
    throw new RestError(300, {
      code: 'PGRST203',
      message: `Could not choose the best candidate function for ${signature}`,
    })
  throw new RestError(404, {
    code: 'PGRST202',
    message: `Could not find the function ${signature}${names.length > 0 ? '' : ' without parameters'} in the schema cache`,
  })
}

/** Plans the call of `fn`; a set of rows can be filtered and embedded into like a table. */
export function planCall({ schema, query, preferences, media }: Request, fn: RestFunction, given: Arguments): Plan {
  const building = newBuilding(schema)
  const types = new Map(fn.arguments.map(({ name, type }) => [name, type]))
  const names = given.names.filter((name) => types.has(name))
  const ctes: string[] = []
  if ('json' in given && names.length > 0) {
    const record = names.map((name) => `${identifier(name)} ${types.get(name)}`).join(', ')
    ctes.push(`_given as (select * from json_to_record(${building.parameters.add(given.json)}::json) as _(${record}))`)
  }
  const valueOf = (name: string): string =>
    'json' in given
      ? `(select ${identifier(name)} from _given)`
      : `${building.parameters.add(given.values.get(name))}::${types.get(name)}`
  const call = `public.${identifier(fn.name)}(${names.map((name) => `${identifier(name)} := ${valueOf(name)}`).join(', ')})`

  if (fn.returns !== 'rows') return planScalar({ ctes, call, fn, values: building.parameters.values })
  const table = tableOf(schema, fn)
  const level = { ...query.root, limit: Math.min(query.root.limit ?? MAX_ROWS, MAX_ROWS) }
  if (!table) return finish(building, { ctes, rows: `select * from ${call} as _root`, total: 'null', media })
  ctes.push(`_called as (select * from ${call} as _root)`)
  const { sql, countSql } = readSql(building, level, { scope: new Scope(table, '_root'), from: '_called' })
  const isSingular = media.isSingular || !fn.isSet
  return finish(building, {
    ctes,
    rows: sql,
    total: preferences.isCounted ? `(${countSql})` : 'null',
    media: { ...media, isSingular },
  })
}

function planScalar({
  ctes,
  call,
  fn,
  values,
}: {
  ctes: string[]
  call: string
  fn: RestFunction
  values: unknown[]
}): Plan {
  const all = [...ctes, `_rows as (select _value from ${call} as _(_value))`]
  // A void result has no JSON form.
  const value = fn.returns === 'void' ? 'null::json' : 'to_json(_value)'
  const body = fn.isSet ? `coalesce(json_agg(${value}), '[]')` : `coalesce((json_agg(${value}) -> 0), 'null')`
  return {
    text: `with ${all.join(',\n')}\nselect null as total, count(*)::text as page, (${body})::text as body from _rows`,
    values,
  }
}

function tableOf(schema: Schema, fn: RestFunction): Table | undefined {
  if (fn.table !== null) return schema.tables.get(fn.table)
  if (fn.outputs.length === 0) return undefined
  const columns = fn.outputs.map(
    ({ name, type }) => [name, { name, type, hasDefault: false, defaultSql: null }] as const,
  )
  return { name: fn.name, columns: new Map(columns), primaryKey: [], uniqueKeys: [] }
}
