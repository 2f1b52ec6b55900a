import type { Outcome, WriteMethod } from './planner.ts'
import type { Media, Preferences } from './parse/preferences.ts'
import type { Query } from './parse/query.ts'
import { RestError } from './rest-error.ts'
import type { RestFunction, Table } from './schema/schema-cache.ts'

/** What headers and query string say. */
export type Asked = { schema: string; preferences: Preferences; media: Media; parameters: URLSearchParams }
export type Answer = { status: number; headers: Record<string, string>; type: string; body?: string }

/** The answer to a read: a page of rows. @throws {RestError} PGRST103 when it starts behind the end. */
export function pageAnswer({ preferences, media }: Asked, { root }: Query, outcome: Outcome): Answer {
  const { total, page, body } = outcome
  const offset = root.offset ?? 0
  const size = Number(page)
  const count = total === null ? undefined : Number(total)
  if (count !== undefined && offset > count && preferences.count === 'exact')
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${count} rows.`)
  const headers = {
    'content-range': `${size === 0 ? '*' : `${offset}-${offset + size - 1}`}/${count ?? '*'}`,
    ...applied(preferences),
  }
  const status = count !== undefined && size < count ? 206 : 200
  return asFunctionsSay({ status, headers, type: media.type, body: body ?? 'null' }, outcome)
}

/** The answer to a write; without `return=representation` it has no body. */
export function writeAnswer(
  { preferences, media }: Asked,
  { method, table }: { method: WriteMethod; table: Table },
  outcome: Outcome,
): Answer {
  const { page, body, inserted } = outcome
  const size = Number(page)
  const total = preferences.count === undefined ? '*' : page
  const range = method === 'PATCH' && size > 0 ? `0-${size - 1}` : '*'
  const location =
    method === 'POST' && preferences.returns === 'headers-only' ? locationOf(table, body ?? '[]') : undefined
  const headers = {
    'content-range': `${range}/${total}`,
    ...(location === undefined ? {} : { location }),
    ...applied(preferences),
  }
  const isNew = method === 'POST' ? inserted === null || inserted !== '0' || size === 0 : inserted === '1'
  const hasBody = preferences.returns === 'representation'
  const changed = method === 'POST' || hasBody ? 200 : 204
  const answer = { status: isNew && (method === 'POST' || method === 'PUT') ? 201 : changed, headers, type: media.type }
  return asFunctionsSay(hasBody ? { ...answer, body: body ?? '[]' } : answer, outcome)
}

/** The answer to a call: rows are a page, a void function has no body. */
export function callAnswer(
  asked: Asked,
  query: Query,
  { fn, outcome }: { fn: RestFunction; outcome: Outcome },
): Answer {
  if (fn.returns !== 'void') return pageAnswer(asked, query, outcome)
  return asFunctionsSay({ status: 204, headers: applied(asked.preferences), type: asked.media.type }, outcome)
}

export function unsatisfiable(details: string): RestError {
  return new RestError(416, { code: 'PGRST103', message: 'Requested range not satisfiable', details })
}

function applied({ applied: names }: Preferences): Record<string, string> {
  return names.length > 0 ? { 'preference-applied': names.join(', ') } : {}
}

/** `/table?key=eq.value` of the one row that was inserted. */
function locationOf({ name, primaryKey }: Table, body: string): string | undefined {
  const rows = JSON.parse(body) as unknown
  const list = Array.isArray(rows) ? (rows as Record<string, string>[]) : [rows as Record<string, string>]
  const [row] = list
  if (!row || list.length !== 1 || primaryKey.length === 0) return undefined
  const filters = primaryKey.map(
    (column) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(row[column] ?? '')}`,
  )
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}

// Functions may set the status and add headers of their answer, in settings of the transaction.
function asFunctionsSay(answer: Answer, { headers, status }: Outcome): Answer {
  if (headers === null && status === null) return answer
  return {
    ...answer,
    status: status === null ? answer.status : statusOf(status),
    headers: { ...answer.headers, ...(headers === null ? {} : headersOf(headers)) },
  }
}

function statusOf(text: string): number {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new RestError(500, { code: 'PGRST112', message: 'response.status setting must be a valid status code' })
}

/** `[{"Name": "value"}, …]`. */
function headersOf(text: string): Record<string, string> {
  try {
    const list = JSON.parse(text) as unknown
    if (!Array.isArray(list)) throw new TypeError('not an array')
    const entries = list.flatMap((one: unknown) => Object.entries(one as Record<string, unknown>))
    const isSafe = entries.every(
      ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && !/[\r\n\0]/.test(value),
    )
    if (!isSafe) throw new TypeError('not a header')
    return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))
  } catch (cause) {
    const message = 'response.headers setting must be a JSON array composed of objects with a single key'
    throw new RestError(500, { code: 'PGRST111', message }, { cause })
  }
}
