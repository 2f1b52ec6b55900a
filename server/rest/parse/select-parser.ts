import { type Aggregate, AGGREGATES, type Field, type JsonStep, type Level, type SelectItem } from './query.ts'
import { badQuery } from '../rest-error.ts'
import { Scanner } from './scanner.ts'

const MAX_DEPTH = 10

/** Parses the value of `select`. @throws {RestError} PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text)
  const items = parseItems(scanner, 0)
  scanner.expectEnd()
  return items
}

/** A column name with an optional JSON path: `data->a->>b`. */
export function parseField(scanner: Scanner): Field {
  return { name: scanner.name(), path: parsePath(scanner) }
}

export function emptyLevel(select: SelectItem[]): Level {
  return { select, where: [], order: [] }
}

function parseItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) throw badQuery('select is nested too deeply')
  const items: SelectItem[] = []
  scanner.skipSpace()
  if (scanner.isDone || scanner.peek() === ')') return items
  do items.push(parseItem(scanner, depth))
  while (scanner.take(','))
  return items
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipSpace()
  if (scanner.take('*')) return { kind: 'all' }
  if (scanner.take('...')) return { ...parseEmbed(scanner, scanner.name(), depth), isSpread: true }
  let name = scanner.name()
  let alias: string | undefined
  if (scanner.peek() === ':' && scanner.peek(2) !== '::') {
    scanner.expect(':')
    alias = name
    name = scanner.name()
  }
  const named = alias === undefined ? {} : { alias }
  if (name === 'count' && scanner.take('()')) return { kind: 'count', ...named, ...parseCast(scanner) }
  if ('!('.includes(scanner.peek()) && !scanner.isDone) return { ...parseEmbed(scanner, name, depth), ...named }
  const field = { name, path: parsePath(scanner) }
  const cast = parseCast(scanner)
  const aggregate = scanner.take('.') ? { aggregate: parseAggregate(scanner) } : {}
  return { kind: 'column', field, ...named, ...cast, ...aggregate }
}

function parseCast(scanner: Scanner): { cast?: string } {
  return scanner.take('::') ? { cast: parseType(scanner) } : {}
}

function parseAggregate(scanner: Scanner): Aggregate {
  const word = scanner.name()
  const name = AGGREGATES.find((known) => known === word)
  if (!name) scanner.fail('expecting avg(), count(), max(), min() or sum()')
  scanner.expect('()')
  return { name, ...parseCast(scanner) }
}

function parseEmbed(scanner: Scanner, relation: string, depth: number): SelectItem & { kind: 'embed' } {
  let hint: string | undefined
  let isInner = false
  while (scanner.take('!')) {
    const word = scanner.name()
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  const level = emptyLevel(parseItems(scanner, depth + 1))
  scanner.expect(')')
  return { kind: 'embed', relation, isInner, isSpread: false, level, ...(hint === undefined ? {} : { hint }) }
}

function parsePath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const asText = scanner.take('->>')
    if (!asText && !scanner.take('->')) return path
    path.push({ asText, key: scanner.name() })
  }
}

function parseType(scanner: Scanner): string {
  const name = scanner.name()
  return scanner.take('[]') ? `${name}[]` : name
}
