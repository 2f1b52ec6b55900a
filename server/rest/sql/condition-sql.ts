import type { Comparison, Condition } from '../parse/query.ts'
import { badQuery, RestError } from '../rest-error.ts'
import { type Building, fieldSql, type Scope } from '../scope.ts'
import { arrayLiteral } from './sql-builder.ts'

const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const SEARCHES: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const STATES: Record<string, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

/** SQL of all `conditions` joined by and. @param embeds SQL of embedded results by name, for `relation=is.null`. */
export function whereSql(
  building: Building,
  scope: Scope,
  conditions: Condition[],
  embeds = new Map<string, string>(),
): string[] {
  return conditions.map((condition) => conditionSql(building, scope, condition, embeds))
}

function conditionSql(building: Building, scope: Scope, condition: Condition, embeds: Map<string, string>): string {
  if (condition.kind === 'comparison') {
    const sql = comparisonSql(building, scope, condition, embeds)
    return condition.isNegated ? `not (${sql})` : sql
  }
  const parts = whereSql(building, scope, condition.conditions, embeds)
  return `${condition.isNegated ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`
}

const LONGEST_PATTERN = 500
const MOST_REPEATS = 1000

/** Repetitions of repetitions, and references back over them, cost PostgreSQL a gigabyte and then the statement. */
function requireModestPattern({ operator, value }: Comparison): void {
  if (operator !== 'match' && operator !== 'imatch') return
  const repeats = [...value.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least = '0', most]) => Number(most || least))
  const product = repeats.reduce((total, count) => total * Math.max(1, count), 1)
  const refersBack = repeats.length > 0 && /\\\d/.test(value)
  if (value.length > LONGEST_PATTERN || product > MOST_REPEATS || refersBack) {
    throw badQuery('the pattern is too long, or repeats too much')
  }
}

function comparisonSql(building: Building, scope: Scope, comparison: Comparison, embeds: Map<string, string>): string {
  requireModestPattern(comparison)
  const { field, operator, value } = comparison
  const embed = scope.table.columns.has(field.name) ? undefined : embeds.get(field.name)
  if (embed !== undefined) {
    const state = operator === 'is' ? STATES[value.toLowerCase()] : undefined
    if (state === 'null' || state === 'not null') return `${embed} is ${state}`
    throw new RestError(400, {
      code: 'PGRST120',
      message: `bad operator on the '${field.name}' embedded resource`,
      hint: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  const left = fieldSql(building, scope, field)
  if (operator === 'is') {
    const state = Object.hasOwn(STATES, value.toLowerCase()) ? STATES[value.toLowerCase()] : undefined
    if (state === undefined) throw badQuery('failed to parse filter', 'is takes null, not_null, true, false or unknown')
    return `${left} is ${state}`
  }
  if (operator === 'in') return `${left} = any (${building.parameters.add(arrayLiteral(comparison.values ?? []))})`
  const search = SEARCHES[operator]
  if (search !== undefined) return searchSql(building, { left, search, comparison, type: scope.find(field.name).type })
  const right = building.parameters.add(operator.endsWith('like') ? value.replaceAll('*', '%') : value)
  return `${left} ${OPERATORS[operator]} ${comparison.quantifier ? `${comparison.quantifier} (${right})` : right}`
}

function searchSql(
  { parameters }: Building,
  { left, search, comparison, type }: { left: string; search: string; comparison: Comparison; type: string },
): string {
  const config = comparison.config === undefined ? '' : `${parameters.add(comparison.config)}::regconfig, `
  const document =
    type === 'tsvector' ? left : `to_tsvector(${config}${type.startsWith('json') ? left : `${left}::text`})`
  return `${document} @@ ${search}(${config}${parameters.add(comparison.value)}::text)`
}
