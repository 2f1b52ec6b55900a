import type { Payload } from './parse/payload.ts'
import { isObject, parseJson } from './parse/payload.ts'
import type { Query } from './parse/query.ts'
import { RestError } from './rest-error.ts'
import type { Table } from './schema/schema-cache.ts'

/**
 * A PUT names one row by its whole primary key and carries the same key in its body.
 * @throws {RestError} PGRST105, PGRST114, PGRST115
 */
export function requireSingleRow({ root, onConflict }: Query, table: Table, payload: Payload): void {
  if (onConflict !== undefined) {
    // Another key could find another row than the one that the address names.
    throw new RestError(400, { code: 'PGRST100', message: 'on_conflict is not allowed for PUT' })
  }
  if (root.limit !== undefined || root.offset !== undefined) {
    throw new RestError(400, {
      code: 'PGRST114',
      message: 'limit/offset querystring parameters are not allowed for PUT',
    })
  }
  const key = keyOf(root, table)
  const rows: unknown = parseJson(payload.text)
  const [row] = Array.isArray(rows) && rows.length === 1 ? (rows as unknown[]) : []
  const isSame = isObject(row) && [...key].every(([name, value]) => textOf(row[name]) === value)
  if (!isSame) {
    throw new RestError(400, {
      code: 'PGRST115',
      message: 'Payload values do not match URL in primary key column(s)',
    })
  }
}

function keyOf(root: Query['root'], { primaryKey }: Table): Map<string, string> {
  const key = new Map<string, string>()
  for (const condition of root.where) {
    const isPlain =
      condition.kind === 'comparison' &&
      condition.operator === 'eq' &&
      !condition.isNegated &&
      !condition.quantifier &&
      condition.field.path.length === 0
    if (isPlain) key.set(condition.field.name, condition.value)
    else key.set('', '')
  }
  if (primaryKey.length > 0 && key.size === primaryKey.length && primaryKey.every((name) => key.has(name))) return key
  throw new RestError(405, {
    code: 'PGRST105',
    message: `Filters must include all and only primary key columns with 'eq' operators`,
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
