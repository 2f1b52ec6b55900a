import { CryptoError } from '../errors.ts'

/** What a signed statement may consist of. Numbers are integers up to 2^53 - 1; other numbers have no place in it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/**
 * The one text of a value: names sorted by UTF-16 code units, no white space, shortest escapes.
 *
 * @throws {CryptoError} `bad_argument` for a fraction, an unsafe integer, a lone surrogate or a value that is no JSON.
 * @see RFC 8785 (JSON Canonicalization Scheme)
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalString(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new CryptoError('bad_argument', 'not a JSON value')

  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`).join(',')}}`
}

/**
 * Parses a text that must already be canonical. This refuses a second spelling of the same value, and with it
 * repeated names, of which parsers keep different ones.
 *
 * @throws {CryptoError} `verify_failed`
 */
export function parseCanonicalJson(text: string): Json {
  try {
    const value = JSON.parse(text) as Json
    if (canonicalJson(value) === text) return value
  } catch (cause) {
    throw new CryptoError('verify_failed', 'statement', { cause })
  }
  throw new CryptoError('verify_failed', 'statement is not canonical')
}

// `Array.isArray` alone does not narrow a readonly array out of the union.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

function canonicalNumber(value: number): string {
  // -0 would print as 0 and so have two values for one text.
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new CryptoError('bad_argument', 'not an integer')
  return String(value)
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new CryptoError('bad_argument', 'lone surrogate')
  // ECMAScript's own escaping is the one that RFC 8785 §3.2.2.2 prescribes.
  return JSON.stringify(value)
}
