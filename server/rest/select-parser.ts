import type { Field, JsonStep, Level, SelectItem } from './query.ts'
import { badQuery, RestError } from './rest-error.ts'
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
  let name = scanner.name()
  let alias: string | undefined
  if (scanner.peek() === ':' && scanner.peek(2) !== '::') {
    scanner.expect(':')
    alias = name
    name = scanner.name()
  }
  const named = alias === undefined ? {} : { alias }
  if (name === 'count' && scanner.take('()')) return { kind: 'count' }
  if ('!('.includes(scanner.peek()) && !scanner.isDone) return { ...parseEmbed(scanner, name, depth), ...named }
  const field = { name, path: parsePath(scanner) }
  const cast = scanner.take('::') ? { cast: parseType(scanner) } : {}
  if (scanner.peek() === '.')
    throw new RestError(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
  return { kind: 'column', field, ...named, ...cast }
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
  return { kind: 'embed', relation, isInner, level, ...(hint === undefined ? {} : { hint }) }
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
