import type { Comparison, Condition, Field, Logic, OrderTerm } from './query.ts'
import { badQuery } from '../rest-error.ts'
import { Scanner } from './scanner.ts'
import { parseField } from './select-parser.ts'

const QUANTIFIED = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch']
const SEARCHES = ['fts', 'plfts', 'phfts', 'wfts']
const OPERATORS = new Set([
  ...QUANTIFIED,
  ...SEARCHES,
  'neq',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
])
const MAX_DEPTH = 20

/** Parses `[not.]op[(any|all)].value`, the right side of a filter. @throws {RestError} PGRST100 */
export function parseFilter(field: Field, text: string): Comparison {
  return parseComparison(new Scanner(text), field, (scanner) => scanner.rest())
}

/** Parses `(a.eq.1,or(…))`, the value of `and` or `or`. @throws {RestError} PGRST100 */
export function parseLogic(operator: Logic['operator'], isNegated: boolean, text: string): Logic {
  const scanner = new Scanner(text)
  const conditions = parseConditions(scanner, 0)
  scanner.expectEnd()
  return { kind: 'logic', operator, isNegated, conditions }
}

/** Parses the value of `order`. @throws {RestError} PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text)
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(scanner))
  while (scanner.take(','))
  scanner.expectEnd()
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  const first = parseField(scanner)
  const isRelated = first.path.length === 0 && scanner.take('(')
  const field = isRelated ? parseField(scanner) : first
  if (isRelated) scanner.expect(')')
  const base = isRelated ? { field, relation: first.name } : { field }
  const words: string[] = []
  while (scanner.take('.')) words.push(scanner.until('.,'))
  const [direction, nulls] = words[0] === 'asc' || words[0] === 'desc' ? words : [undefined, ...words]
  if (words.length > (direction ? 2 : 1)) scanner.fail('unexpected order modifier')
  if (nulls !== undefined && nulls !== 'nullsfirst' && nulls !== 'nullslast')
    scanner.fail('expecting asc, desc, nullsfirst or nullslast')
  const isDescending = direction === 'desc'
  return nulls === undefined
    ? { ...base, isDescending }
    : { ...base, isDescending, nulls: nulls === 'nullsfirst' ? 'first' : 'last' }
}

function parseConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > MAX_DEPTH) throw badQuery('the logic tree is nested too deeply')
  scanner.expect('(')
  const conditions: Condition[] = []
  do conditions.push(parseCondition(scanner, depth))
  while (scanner.take(','))
  scanner.expect(')')
  return conditions
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  scanner.skipSpace()
  for (const isNegated of [false, true]) {
    for (const operator of ['and', 'or'] as const) {
      if (!scanner.take(`${isNegated ? 'not.' : ''}${operator}`)) continue
      if (scanner.peek() === '(')
        return { kind: 'logic', operator, isNegated, conditions: parseConditions(scanner, depth + 1) }
      // A column whose name only begins like the word, such as `order_id`.
      const tail = parseFieldTail(scanner, operator)
      if (isNegated) scanner.fail('expecting "("')
      return parseComparison(scanner, tail, treeValue)
    }
  }
  const field = parseField(scanner)
  return parseNested(scanner, field)
}

function parseFieldTail(scanner: Scanner, prefix: string): Field {
  if ('.-'.includes(scanner.peek())) return { name: prefix, path: [] }
  const field = parseField(scanner)
  return { ...field, name: prefix + field.name }
}

function parseNested(scanner: Scanner, field: Field): Comparison {
  scanner.expect('.')
  return parseOperation(scanner, field, treeValue)
}

function parseComparison(scanner: Scanner, field: Field, valueOf: (scanner: Scanner) => string): Comparison {
  if (valueOf === treeValue) scanner.expect('.')
  return parseOperation(scanner, field, valueOf)
}

function parseOperation(scanner: Scanner, field: Field, valueOf: (scanner: Scanner) => string): Comparison {
  const isNegated = scanner.take('not.')
  const operator = scanner.until('.(')
  if (!OPERATORS.has(operator)) scanner.fail(`unknown operator "${operator.slice(0, 40)}"`)
  const base = { kind: 'comparison' as const, field, isNegated, operator }
  if (scanner.take('(')) return parseModified(scanner, base, valueOf)
  scanner.expect('.')
  if (operator !== 'in') return { ...base, value: valueOf(scanner) }
  const values = parseList(scanner)
  if (valueOf !== treeValue) scanner.expectEnd()
  return { ...base, value: '', values }
}

function parseModified(
  scanner: Scanner,
  base: Omit<Comparison, 'value'>,
  valueOf: (scanner: Scanner) => string,
): Comparison {
  const modifier = scanner.until(')')
  scanner.expect(').')
  if (SEARCHES.includes(base.operator)) return { ...base, config: modifier, value: valueOf(scanner) }
  if (!QUANTIFIED.includes(base.operator) || (modifier !== 'any' && modifier !== 'all')) scanner.fail('unexpected "("')
  return { ...base, quantifier: modifier, value: valueOf(scanner) }
}

function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(scanner.peek() === '"' ? scanner.quoted() : scanner.until(',)'))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}

// Inside a tree a value ends at `,` or `)`, unless quoted or an array literal.
function treeValue(scanner: Scanner): string {
  if (scanner.peek() === '"') return scanner.quoted()
  if (scanner.peek() !== '{') return scanner.until(',)')
  const text = scanner.until('}')
  scanner.expect('}')
  return `${text}}`
}
