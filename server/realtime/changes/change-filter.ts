import { escapeIdentifier } from 'pg'

const SIGNS = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
} as const
type Sign = keyof typeof SIGNS
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown'])
const MOST_CONDITIONS = 20
const MOST_VALUES = 100

export type Condition = { column: string; isNegated: boolean } & (
  | { operator: Sign; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: string }
)

/** The filter of a subscription cannot be read, or does not fit its table. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
}

/**
 * Reads `column=operator.value`, several joined by commas. Values with commas or brackets are quoted, as in rest/v1.
 * @throws {FilterError}
 */
export function parseFilter(text: string): Condition[] {
  if (text === '') return []
  const conditions = splitList(text).map(parseCondition)
  if (conditions.length > MOST_CONDITIONS) throw new FilterError('too many conditions in a filter')
  return conditions
}

/**
 * The conditions as SQL over the columns of `alias`; never null. A column that is not there never matches.
 * @param typeOf SQL type of a column
 * @param bind   takes a value, gives its placeholder
 */
export function filterSql(
  conditions: readonly Condition[],
  {
    alias,
    typeOf,
    bind,
  }: { alias: string; typeOf: (column: string) => string | undefined; bind: (value: unknown) => string },
): string {
  const parts = conditions.map((condition) => {
    const type = typeOf(condition.column)
    if (type === undefined) return 'false'
    const column = `${alias}.${escapeIdentifier(condition.column)}`
    const sql = comparison(condition, column, type, bind)
    return `coalesce(${condition.isNegated ? `not (${sql})` : sql}, false)`
  })
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

function comparison(condition: Condition, column: string, type: string, bind: (value: unknown) => string): string {
  if (condition.operator === 'is') return `${column} is ${condition.value}`
  if (condition.operator === 'in') return `${column} = any (${bind(condition.values)}::text[]::${type}[])`
  const isPattern = ['like', 'ilike', 'match', 'imatch'].includes(condition.operator)
  return `${column} ${SIGNS[condition.operator]} ${bind(condition.value)}::${isPattern ? 'text' : type}`
}

function parseCondition(text: string): Condition {
  const [, column = '', not, operator = '', rest = ''] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  const isNegated = not !== undefined
  if (operator === 'in') {
    const list = /^\((.*)\)$/s.exec(rest)?.[1]
    const values = list === undefined ? [] : splitList(list).map(unquote)
    if (values.length === 0 || values.length > MOST_VALUES) throw new FilterError(`bad list in the filter of ${column}`)
    return { column, isNegated, operator, values }
  }
  if (operator === 'is' && IS_VALUES.has(rest)) return { column, isNegated, operator, value: rest }
  if (Object.hasOwn(SIGNS, operator)) return { column, isNegated, operator: operator as Sign, value: unquote(rest) }
  throw new FilterError('a filter is column=operator.value')
}

/** At commas outside of quotes and brackets. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let [part, depth, isQuoted] = ['', 0, false]
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? ''
    if (isQuoted && sign === '\\') {
      part += sign + (text[++i] ?? '')
      continue
    }
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')') depth--
    if (sign === ',' && !isQuoted && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}

function unquote(text: string): string {
  if (!/^".*"$/s.test(text)) return text
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}
