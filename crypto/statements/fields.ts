import type { Bytes } from '../bytes.ts'
import type { Json } from './canonical-json.ts'
import { fromBase64Url, uuidBytes } from '../encoding.ts'
import { CryptoError, type CryptoErrorCode } from '../errors.ts'

/** Milliseconds and Z, always: such texts sort like the times they name. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Reads the members of a JSON object one by one; anything of another form is the code given to `fieldsOf`. */
export type Fields = {
  value(name: string): Json
  text(name: string): string
  /** 0 to 2^53 - 1. */
  integer(name: string): number
  uuid(name: string): string
  /** Base64url; exactly `length` bytes when given. */
  bytes(name: string, length?: number): Bytes
  /** UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
  time(name: string): string
  isNull(name: string): boolean
}

/** An object with exactly these members: an unknown one might mean something to its author, so it is refused. */
export function fieldsOf(value: Json, names: readonly string[], code: CryptoErrorCode): Fields {
  const fail = (name: string): never => {
    throw new CryptoError(code, name)
  }
  if (!isObject(value)) return fail('not an object')
  const members = new Map(Object.entries(value))
  if (members.size !== names.length) return fail('members')

  const get = (name: string): Json => members.get(name) ?? (members.has(name) ? null : fail(name))
  for (const name of names) get(name)

  const text = (name: string): string => {
    const found = get(name)
    return typeof found === 'string' ? found : fail(name)
  }
  return {
    value: get,
    text,
    integer: (name) => {
      const found = get(name)
      return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : fail(name)
    },
    uuid: (name) => {
      const found = text(name)
      return isUuid(found) ? found : fail(name)
    },
    bytes: (name, length) => {
      const found = decode(text(name)) ?? fail(name)
      return length === undefined || found.length === length ? found : fail(name)
    },
    time: (name) => {
      const found = text(name)
      return isTime(found) ? found : fail(name)
    },
    isNull: (name) => get(name) === null,
  }
}

/** Whether a text is a time in the one form that statements use. */
function isTime(text: string): boolean {
  return TIME.test(text)
}

// Statements hold lower case only: one id, one text.
function isUuid(text: string): boolean {
  return text === text.toLowerCase() && outcome(() => uuidBytes(text)) !== undefined
}

const decode = (text: string): Bytes | undefined => outcome(() => fromBase64Url(text))

function outcome<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    // The caller reports the name of the field under its own code.
    return undefined
  }
}

/** Neither a list nor null. */
export function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
