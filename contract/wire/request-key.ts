/** Header of a request that is done once, however often it is sent: draft-ietf-httpapi-idempotency-key-header-07. */
export const KEY_HEADER = 'idempotency-key'
export const MAX_KEY_CHARACTERS = 255
/** Hours for which the answer to a key is kept. */
export const KEY_HOURS = 24

/** Methods that change nothing, and so take no key. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Header value of a key without quotes and backslashes, as a string of RFC 9651. */
export const writeKey = (key: string): string => `"${key}"`

/** Key in a header value. @returns undefined where it is no string of RFC 9651, or is empty or too long */
export function readKey(value: string): string | undefined {
  const quoted = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *$/.exec(value)?.[1]
  const key = quoted?.replaceAll(/\\(.)/g, '$1')
  return key !== undefined && key.length >= 1 && key.length <= MAX_KEY_CHARACTERS ? key : undefined
}
