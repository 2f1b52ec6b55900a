import { type Filter, readFilter, type Value } from './filter.ts'
import { badPath } from './scim-error.ts'
import { CORE_GROUP, CORE_USER, ENTERPRISE_USER } from './schema-names.ts'

/** `name.givenName`, or `emails[type eq "work"].value`. All in lower case. */
export type AttributePath = { attribute: string; filter?: Filter; sub?: string }

const FORM = /^(?<attribute>[a-z$][\w$-]*)(?<filter>\[.*\])?(?:\.(?<sub>[a-z$][\w$-]*))?$/is
const LONGEST = 2_100

/**
 * Reads the path of an operation.
 * @returns undefined for an attribute of the enterprise extension, none of which is kept.
 * @throws {ScimError} `invalidPath`, `invalidFilter`
 */
export function readPath(text: string): AttributePath | undefined {
  if (text.length > LONGEST) throw badPath(text)
  const lower = text.trim()
  if (startsWith(lower, ENTERPRISE_USER)) return undefined
  const plain = withoutPrefix(withoutPrefix(lower, CORE_USER), CORE_GROUP)
  const { attribute, filter, sub } = FORM.exec(plain)?.groups ?? {}
  if (attribute === undefined) throw badPath(text)
  return {
    attribute: attribute.toLowerCase(),
    ...(filter !== undefined && { filter: readFilter(filter.slice(1, -1)) }),
    ...(sub !== undefined && { sub: sub.toLowerCase() }),
  }
}

const startsWith = (text: string, prefix: string): boolean => text.toLowerCase().startsWith(prefix.toLowerCase())
const withoutPrefix = (text: string, prefix: string): string =>
  startsWith(text, `${prefix}:`) ? text.slice(prefix.length + 1) : text

/** Whether a filter of a path holds for one entry of a list. What the entry does not say holds for nothing. */
export function holds(filter: Filter, entry: Readonly<Record<string, Value>>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => holds(part, entry))
    case 'or':
      return filter.parts.some((part) => holds(part, entry))
    case 'not':
      return !holds(filter.part, entry)
    case 'entry':
      return false
    default: {
      const known = Object.hasOwn(entry, filter.path) ? entry[filter.path] : undefined
      if (filter.operator === 'pr') return known !== undefined
      const isSame = known !== undefined && plain(known) === plain(filter.value)
      return filter.operator === 'eq' ? isSame : filter.operator === 'ne' && !isSame
    }
  }
}

const plain = (value: Value): string => String(value).toLowerCase()
