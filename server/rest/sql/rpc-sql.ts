import { badBody } from '../rest-error.ts'
import { isObject, parseJson } from '../parse/payload.ts'
import { finish, limited, newBuilding, type Plan, type Request, RESPONSE, totalSql, withinSql } from '../planner.ts'
import { readSql } from './read-sql.ts'
import type { RestFunction, Schema, Table } from '../schema/schema-cache.ts'
import { type Building, Scope } from '../scope.ts'
import { identifier, tableSql } from './sql-builder.ts'
import { ambiguousFunction, unknownFunction } from '../schema/unknown-names.ts'

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
export function findFunction(
  schema: Schema,
  name: string,
  { names, body }: { names: string[]; body: BodyKind | null },
): RestFunction {
  const matching = (schema.functions.get(name) ?? []).filter(
    (fn) =>
      !fn.takesBody &&
      names.every((given) => fn.arguments.some((argument) => argument.name === given)) &&
      fn.arguments.every((argument) => !argument.isRequired || names.includes(argument.name)),
  )
  const [only = bodyFunction(schema, name, body)] = matching
  if (only && matching.length <= 1) return only
  throw only ? ambiguousFunction(schema, matching) : unknownFunction(schema, name, { names, body })
}

/** A body that a function takes as it is: JSON, or the text of a `text/plain` request. */
export type BodyKind = 'json' | 'text'

/** A function whose one argument has no name takes the body as it is. */
export function bodyFunction(schema: Schema, name: string, body: BodyKind | null): RestFunction | undefined {
  return schema.functions
    .get(name)
    ?.find(({ takesBody, arguments: [only] }) => takesBody && body === (only?.type === 'text' ? 'text' : 'json'))
}

/** Plans the call of `fn`; a set of rows can be filtered and embedded into like a table. */
export function planCall(request: Request, fn: RestFunction, given: Arguments): Plan {
  const { schema, media } = request
  const building = newBuilding(request)
  const types = new Map(fn.arguments.map(({ name, type }) => [name, type]))
  // An argument without a name is the body, never a member of it called "".
  const names = fn.takesBody ? [] : given.names.filter((name) => types.has(name))
  const ctes: string[] = []
  if ('json' in given && names.length > 0) {
    const record = names.map((name) => `${identifier(name)} ${types.get(name)}`).join(', ')
    ctes.push(`_given as (select * from json_to_record(${building.parameters.add(given.json)}::json) as _(${record}))`)
  }
  const valueOf = (name: string): string =>
    'json' in given
      ? `(select ${identifier(name)} from _given)`
      : `${building.parameters.add(given.values.get(name))}::${types.get(name)}`
  const [single] = fn.arguments
  const list =
    fn.takesBody && single && 'json' in given
      ? `${building.parameters.add(given.json)}::${single.type}`
      : names.map((name) => `${identifier(name)} := ${valueOf(name)}`).join(', ')
  const call = `${tableSql(fn)}(${list})`

  if (fn.returns !== 'rows')
    return planScalar(building, { ctes, call, fn, isCounted: request.preferences.count !== undefined })
  const table = tableOf(schema, fn)
  if (!table) return finish(building, { ctes, rows: `select * from ${call} as _root`, total: 'null', media })
  ctes.push(`_called as (select * from ${call} as _root)`)
  const read = readSql(building, limited(request), { scope: new Scope(table, '_root'), from: '_called' })
  const isSingular = media.isSingular || !fn.isSet
  return finish(building, {
    ctes,
    rows: read.sql,
    names: read.names,
    total: totalSql(request, read),
    media: { ...media, isSingular },
  })
}

function planScalar(
  { parameters, maxBytes }: Building,
  { ctes, call, fn, isCounted }: { ctes: string[]; call: string; fn: RestFunction; isCounted: boolean },
): Plan {
  const all = [...ctes, `_rows as (select _value from ${call} as _(_value))`]
  // A void result has no JSON form.
  const value = fn.returns === 'void' ? 'null::json' : 'to_json(_value)'
  const body = fn.isSet ? `coalesce(json_agg(${value}), '[]')` : `coalesce((json_agg(${value}) -> 0), 'null')`
  return {
    text: `with ${all.join(',\n')}
select ${isCounted ? 'count(*)::text' : 'null'} as total, count(*)::text as page, null as inserted, ${withinSql(body, maxBytes)} as body, ${RESPONSE} from _rows`,
    values: parameters.values,
  }
}

function tableOf(schema: Schema, fn: RestFunction): Table | undefined {
  if (fn.table !== null) return schema.tables.get(fn.table)
  if (fn.outputs.length === 0) return undefined
  const columns = fn.outputs.map(
    ({ name, type }) =>
      [name, { name, type, hasDefault: false, defaultSql: null, isRequired: false, description: null }] as const,
  )
  return {
    schema: fn.schema,
    name: fn.name,
    columns: new Map(columns),
    primaryKey: [],
    uniqueKeys: [],
    isWritable: false,
    bases: [],
    description: null,
    computed: new Map(),
  }
}
