import type { RedactionKind } from '#contract/studio/models.ts'
import { escapePattern } from '../escape-pattern.ts'
import { PATTERNS } from './patterns.ts'

const PLACEHOLDER = /\[(?:EMAIL|PHONE|CARD|IBAN|SSN|IP|SECRET|CONTACT)_\d{1,6}\]/g
/** Longer than any placeholder. */
export const PLACEHOLDER_CHARACTERS = 20
const MAX_NAME_WORDS = 4
/** Control characters but ends of lines and tabs. */
const CONTROLS = /(?![\n\r\t])\p{Cc}/gu

/**
 * Replaces personal data and secrets by placeholders, and puts them back into an answer. The same value has the same placeholder in all texts
 * of one request. Names are best effort: only those of contacts that the caller hands over are known.
 */
export class Redaction {
  readonly #placeholders = new Map<string, string>()
  readonly #values = new Map<string, string>()
  readonly #counts: Partial<Record<RedactionKind, number>> = {}

  /** How many values of each kind were replaced. */
  get counts(): Readonly<Partial<Record<RedactionKind, number>>> {
    return this.#counts
  }

  /** @param names of contacts, which are replaced wherever they occur as whole words */
  redact(text: string, names: readonly string[] = []): string {
    // What looks like a placeholder already would be filled in with somebody else's value.
    let redacted = text.replaceAll(PLACEHOLDER, (found) => `(${found.slice(1, -1)})`)
    for (const { kind, pattern, isMeant } of PATTERNS) {
      redacted = redacted.replaceAll(pattern, (found) => (isMeant?.(found) === false ? found : this.#hide(kind, found)))
    }
    const known = names.filter((name) => name.trim() !== '').toSorted((a, b) => b.length - a.length)
    if (known.length === 0) return redacted
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.map(spaced).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
    return redacted.replaceAll(pattern, (found) => this.#hide('CONTACT', found))
  }

  /** A text of a model with the values again. Models that write byte by byte write control characters now and then, with which nobody could save the text. */
  restore(text: string): string {
    return text.replaceAll(CONTROLS, '').replaceAll(PLACEHOLDER, (found) => this.#values.get(found) ?? found)
  }

  /** The same for all texts inside an object. */
  restoreAll<T>(value: T): T {
    if (typeof value === 'string') return this.restore(value) as T
    if (Array.isArray(value)) return value.map((one: unknown) => this.restoreAll(one)) as T
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.restoreAll(one as unknown)])) as T
  }

  #hide(kind: RedactionKind, value: string): string {
    const known = this.#placeholders.get(value)
    if (known !== undefined) return known
    const number = (this.#counts[kind] ?? 0) + 1
    const placeholder = `[${kind}_${number}]`
    this.#counts[kind] = number
    this.#placeholders.set(value, placeholder)
    this.#values.set(placeholder, value)
    return placeholder
  }
}

const spaced = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => escapePattern(word))
    .join('\\s+')

/** Runs of two to four words of a text, in small letters: what may be the name of a contact. */
export function possibleNames(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’.-]+/u)
    .map((word) => word.replaceAll(/^[.'’-]+|[.'’-]+$/g, ''))
  const names = new Set<string>()
  for (let at = 0; at < words.length; at += 1) {
    for (let length = 2; length <= MAX_NAME_WORDS && at + length <= words.length; length += 1) {
      names.add(words.slice(at, at + length).join(' '))
    }
  }
  return [...names]
}
