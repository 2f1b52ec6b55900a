import { SCIM } from '#contract/scim.ts'
import { badFilter } from './scim-error.ts'

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
export type Operator = (typeof OPERATORS)[number]
export type Value = string | number | boolean | null

/** A filter of RFC 7644, 3.4.2.2. Paths are in lower case. */
export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; path: string; operator: Operator; value: Value }
  /** An entry of a list for which all of `part` holds. */
  | { kind: 'entry'; path: string; part: Filter }

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y
const PATH = /^(?:urn:[\w.:-]+:)?[a-z][\w$-]*(?:\.[a-z][\w$-]*)?$/i

/**
 * Reads a filter. Its length, its comparisons and its depth have a limit, and nothing is multiplied out: the work grows with its length.
 * @throws {ScimError} `invalidFilter`
 */
export function readFilter(text: string): Filter {
  const { mostCharacters } = SCIM.filter
  if (text.length > mostCharacters) throw badFilter(`A filter has at most ${mostCharacters} characters.`)
  const reader = new Reader(tokensOf(text))
  const filter = reader.either(0)
  if (!reader.isAtEnd) throw badFilter('The filter has something behind its end.')
  return filter
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text)
    if (!found) throw badFilter('The filter holds a character or a quotation mark that does not fit.')
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0
  #comparisons = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  either(level: number): Filter {
    return this.#joined('or', () => this.#all(level))
  }

  #all(level: number): Filter {
    return this.#joined('and', () => this.#one(level))
  }

  #joined(kind: 'and' | 'or', next: () => Filter): Filter {
    const first = next()
    const parts = [first]
    while (this.#takes(kind)) parts.push(next())
    return parts.length === 1 ? first : { kind, parts }
  }

  #one(level: number): Filter {
    if (level >= SCIM.filter.mostLevels) throw badFilter('The filter is nested too deeply.')
    if (this.#takes('not')) {
      if (this.#tokens[this.#at] !== '(') throw badFilter('After "not" comes a bracket.')
      return { kind: 'not', part: this.#one(level + 1) }
    }
    if (this.#takes('(')) return this.#until(')', level)
    return this.#comparison(level)
  }

  #until(end: ')' | ']', level: number): Filter {
    const part = this.either(level + 1)
    if (!this.#takes(end)) throw badFilter(`The filter lacks a "${end}".`)
    return part
  }

  #comparison(level: number): Filter {
    let path = this.#path()
    if (this.#takes('[')) {
      const part = this.#until(']', level)
      const tail = this.#tokens[this.#at] ?? ''
      if (!tail.startsWith('.')) return { kind: 'entry', path, part }
      // emails[type eq "work"].value eq "…": for one entry both hold.
      this.#at += 1
      const compared = this.#compare(tail.slice(1).toLowerCase())
      return { kind: 'entry', path, part: { kind: 'and', parts: [part, compared] } }
    }
    path = path.replace(/^urn:.*:/, '')
    return this.#compare(path)
  }

  #compare(path: string): Filter {
    const { mostComparisons } = SCIM.filter
    this.#comparisons += 1
    if (this.#comparisons > mostComparisons) throw badFilter(`A filter has at most ${mostComparisons} comparisons.`)
    const word = this.#next().toLowerCase()
    const operator = OPERATORS.find((known) => known === word)
    if (!operator) throw badFilter(`There is no operator ${JSON.stringify(word.slice(0, 20))}.`)
    return { kind: 'compare', path, operator, value: operator === 'pr' ? null : readValue(this.#next()) }
  }

  #path(): string {
    const path = this.#next()
    if (!PATH.test(path)) throw badFilter(`${JSON.stringify(path.slice(0, 100))} is no attribute.`)
    return path.toLowerCase()
  }

  #next(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw badFilter('The filter ends too early.')
    this.#at += 1
    return token
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at += 1
    return true
  }
}

function readValue(token: string): Value {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value
  } catch {
    // Refused below, with the others.
  }
  throw badFilter(`${JSON.stringify(token.slice(0, 100))} is no value: texts stand in quotation marks.`)
}
