import type { Query } from './query.ts'
import { badBody, RestError } from '../rest-error.ts'
import type { Table } from '../schema/schema-cache.ts'

/** A JSON body of rows. `text` is always an array, exactly as sent, so that PostgreSQL reads the numbers, not JavaScript. */
export type Payload = { text: string; columns: string[]; isEmpty: boolean }

/** @throws {RestError} PGRST102, PGRST204 */
export function payloadOf(body: unknown, query: Query, table: Table): Payload {
  const text = typeof body === 'string' ? body : ''
  const parsed = parseJson(text)
  const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  if (!rows.every(isObject)) throw badBody('Empty or invalid json')
  const [first = {}] = rows
  const columns = query.columns ?? Object.keys(first)
  if (!query.columns && !rows.every((row) => haveSameKeys(row, first))) throw badBody('All object keys must match')
  for (const name of columns) {
    if (table.columns.has(name)) continue
    throw new RestError(400, {
      code: 'PGRST204',
      message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    })
  }
  return { text: Array.isArray(parsed) ? text : `[${text}]`, columns, isEmpty: rows.length === 0 }
}

/** @throws {RestError} PGRST102 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RestError(400, { code: 'PGRST102', message: 'Empty or invalid json' }, { cause })
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function haveSameKeys(row: object, other: object): boolean {
  const keys = Object.keys(row)
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key))
}
