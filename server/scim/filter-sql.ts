import type { Filter, Operator, Value } from './filter.ts'
import { badFilter } from './scim-error.ts'

/** Where an attribute is in a row `o`. `text` is compared without regard to case. */
type Column = { sql: string; type: 'text' | 'exact' | 'boolean' | 'time' }
/** Attributes by their paths in lower case. */
export type Columns = {
  single: Readonly<Record<string, Column>>
  /** Lists of entries: rows of a subselect, whose attributes have columns of their own. */
  lists: Readonly<Record<string, { from: string; columns: Readonly<Record<string, Column>> }>>
}
export type Condition = { text: string; values: unknown[] }

const SIGNS = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/**
 * A condition on rows `o`. Values are bound; the rest is put together from `columns` alone.
 * @param values those that are bound already.
 * @throws {ScimError} `invalidFilter`
 */
export function conditionOf(filter: Filter, columns: Columns, values: readonly unknown[]): Condition {
  const bound = [...values]
  const bind = (value: unknown): string => `$${bound.push(value)}`
  return { text: write(filter, columns, bind), values: bound }
}

type Bind = (value: unknown) => string

function write(filter: Filter, columns: Columns, bind: Bind): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.parts.map((part) => write(part, columns, bind)).join(` ${filter.kind} `)})`
    case 'not':
      return `not ${write(filter.part, columns, bind)}`
    case 'entry': {
      const list = own(columns.lists, filter.path)
      if (!list) throw badFilter(`${filter.path} is no list that can be searched.`)
      const part = write(filter.part, { single: list.columns, lists: {} }, bind)
      return `exists (select from ${list.from} where ${part})`
    }
    default:
      return writeComparison(filter, columns, bind)
  }
}

function writeComparison(
  { path, operator, value }: Filter & { kind: 'compare' },
  columns: Columns,
  bind: Bind,
): string {
  const column = own(columns.single, path)
  if (column) return `coalesce(${compare(column, { operator, value }, bind)}, false)`
  const [name = '', part = 'value'] = path.split('.')
  const list = own(columns.lists, name)
  const inList = list && own(list.columns, part)
  if (!list || !inList) throw badFilter(`${JSON.stringify(path.slice(0, 100))} cannot be searched.`)
  return `exists (select from ${list.from} where ${compare(inList, { operator, value }, bind)})`
}

type Wanted = { operator: Operator; value: Value }

function compare({ sql, type }: Column, { operator, value }: Wanted, bind: Bind): string {
  if (operator === 'pr') return `${sql} is not null`
  if (value === null) {
    if (operator === 'eq') return `${sql} is null`
    if (operator === 'ne') return `${sql} is not null`
    throw badFilter('Nothing is greater or less than null.')
  }
  if (operator === 'ne') return `not coalesce(${compare({ sql, type }, { operator: 'eq', value }, bind)}, false)`
  if (type === 'boolean') {
    const wanted = /^(true|false)$/i.test(String(value)) ? String(value).toLowerCase() : undefined
    if (operator !== 'eq' || wanted === undefined) throw badFilter('This attribute is true or false.')
    return `${sql} = ${bind(wanted === 'true')}::boolean`
  }
  if (typeof value !== 'string') throw badFilter('This attribute is compared with a text in quotation marks.')
  if (type === 'time') return compareTimes(sql, { operator, value }, bind)
  return compareTexts(type === 'text' ? `lower(${sql})` : sql, { operator, value, type }, bind)
}

function compareTimes(sql: string, { operator, value }: { operator: Operator; value: string }, bind: Bind): string {
  const atMs = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(atMs) || !isSign(operator)) throw badFilter('This attribute is compared with a time of ISO 8601.')
  return `date_trunc('milliseconds', ${sql}) ${SIGNS[operator]} ${bind(new Date(atMs).toISOString())}::timestamptz`
}

function compareTexts(
  sql: string,
  { operator, value, type }: { operator: Operator; value: string; type: 'text' | 'exact' },
  bind: Bind,
): string {
  const wanted = type === 'text' ? `lower(${bind(value)}::text)` : `${bind(value)}::text`
  if (operator === 'co') return `position(${wanted} in ${sql}) > 0`
  if (operator === 'sw') return `starts_with(${sql}, ${wanted})`
  if (operator === 'ew') return `right(${sql}, length(${wanted})) = ${wanted}`
  return isSign(operator) ? `${sql} collate "C" ${SIGNS[operator]} ${wanted} collate "C"` : 'false'
}

const isSign = (operator: Operator): operator is keyof typeof SIGNS => Object.hasOwn(SIGNS, operator)

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
