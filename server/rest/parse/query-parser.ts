import { parseFilter, parseLogic, parseOrder } from './filter-parser.ts'
import type { Level, Query } from './query.ts'
import { badQuery, RestError } from '../rest-error.ts'
import { Scanner } from './scanner.ts'
import { emptyLevel, parseField, parseSelect } from './select-parser.ts'

/**
 * Parses a query string of rest/v1.
 * @param isArgument says which keys are arguments of a function rather than filters.
 * @throws {RestError} PGRST100, PGRST108
 */
export function parseQuery(parameters: URLSearchParams, isArgument: (key: string) => boolean = () => false): Query {
  const query: Query = { root: emptyLevel(parseSelect(parameters.get('select') ?? '*')) }
  for (const [key, value] of parameters) {
    if (key === 'select' || isArgument(key)) continue
    if (key === 'columns') query.columns = parseNames(value)
    else if (key === 'on_conflict') query.onConflict = parseNames(value)
    else if (key !== '' || value !== '') applyParameter(query.root, key, value)
  }
  return query
}

/**
 * The arguments that the address of a call gives: those that the function has, and what is no filter either, so that a misspelled
 * argument is answered as a function that does not exist.
 */
export function argumentsOf(parameters: URLSearchParams, known: ReadonlySet<string>): Map<string, string> {
  return new Map([...parameters].filter(([key, value]) => known.has(key) || (isPlainName(key) && !isFilter(value))))
}

const ABOUT_THE_ANSWER = new Set(['select', 'order', 'limit', 'offset', 'and', 'or', 'columns', 'on_conflict'])

function isPlainName(key: string): boolean {
  return /^\w+$/.test(key) && !ABOUT_THE_ANSWER.has(key)
}

function isFilter(value: string): boolean {
  try {
    parseFilter(wholeField('x'), value)
    return true
  } catch (error) {
    if (error instanceof RestError) return false
    throw error
  }
}

function applyParameter(root: Level, key: string, value: string): void {
  const segments = splitKey(key)
  const last = segments.pop() ?? ''
  const isNegated = segments.at(-1) === 'not' && (last === 'and' || last === 'or')
  if (isNegated) segments.pop()
  const level = levelAt(root, segments)
  switch (last) {
    case 'order':
      if (value !== '') level.order = parseOrder(value)
      return
    case 'limit':
      level.limit = parseCount(value)
      return
    case 'offset':
      level.offset = parseCount(value)
      return
    case 'and':
    case 'or':
      level.where.push(parseLogic(last, isNegated, value))
      return
    default:
      level.where.push(parseFilter(wholeField(last), value))
  }
}

function wholeField(text: string): ReturnType<typeof parseField> {
  const scanner = new Scanner(text)
  const field = parseField(scanner)
  scanner.expectEnd()
  return field
}

/** Splits at dots outside quotes and before a JSON path. */
function splitKey(key: string): string[] {
  const arrow = key.indexOf('->')
  const head = arrow < 0 ? key : key.slice(0, arrow)
  const segments = head.match(/"(?:[^"\\]|\\.)*"|[^."]+/gs) ?? ['']
  return arrow < 0 ? segments : [...segments.slice(0, -1), (segments.at(-1) ?? '') + key.slice(arrow)]
}

function levelAt(root: Level, path: string[]): Level {
  let level = root
  for (const segment of path) {
    const name = segment.startsWith('"') ? new Scanner(segment).quoted() : segment
    const next = level.select.find((item) => item.kind === 'embed' && (item.alias ?? item.relation) === name)
    if (next?.kind !== 'embed') {
      throw new RestError(400, {
        code: 'PGRST108',
        message: `'${name}' is not an embedded resource in this request`,
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      })
    }
    level = next.level
  }
  return level
}

function parseNames(text: string): string[] {
  const scanner = new Scanner(text)
  const names: string[] = []
  if (text === '') return names
  do names.push(scanner.name())
  while (scanner.take(','))
  scanner.expectEnd()
  return [...new Set(names)]
}

function parseCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (/^-\d+$/.test(text)) throw new RestError(416, { code: 'PGRST103', message: 'Requested range not satisfiable' })
  throw badQuery('limit and offset are whole numbers')
}
