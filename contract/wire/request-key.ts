/** Header of a request that is done once, however often it is sent: draft-ietf-httpapi-idempotency-key-header-07. */
export const KEY_HEADER = 'idempotency-key'
export const MAX_KEY_CHARACTERS = 255
/** Hours for which the answer to a key is kept. */
export const KEY_HOURS = 24

/** Minutes after which a request that did not end is taken for one whose server ended: longer than any runs. */
export const MAX_RUNNING_MINUTES = 10

/** Methods that change nothing, and so take no key. */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Requests that have a body and no key: each asks how it is now, so an earlier answer would be a wrong one, and most are kept nowhere. */
export const ONLY_READS: ReadonlySet<string> = new Set([
  'POST /ai/v1/connections/:id/looks',
  'POST /ai/v1/looks',
  'POST /ai/v1/previews',
  'POST /content/v1/previews',
  'POST /content/v1/rewriting-previews',
  'POST /content/v1/verifications',
  'POST /copilot/v1/questions',
  'POST /growth/v1/audiences/count',
  'POST /growth/v1/newsletters/:id/preview',
  'POST /social/v1/previews',
  'POST /sources/v1/facts',
  'POST /streams/v1/:id/test',
])
/** Functions of the database that are done once by a key; the others, which most pages only read by, take none. */
export const KEYED_FUNCTIONS: ReadonlySet<string> = new Set([
  'end_status_maintenance',
  'open_status_incident',
  'release_legal_hold',
  'schedule_status_maintenance',
  'set_legal_hold',
  'update_status_incident',
])
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Whether a request is done once by a key. @param path as it is sent, or with `:id` */
export function takesKey(method: string, path: string): boolean {
  const route = path
    .replace(/\?.*/, '')
    .replace(/(?<=.)\/$/, '')
    .replaceAll(UUID, ':id')
  return !READING_METHODS.has(method) && !ONLY_READS.has(`${method} ${route}`)
}

/** Header value of a key without quotes and backslashes, as a string of RFC 9651. */
export const writeKey = (key: string): string => `"${key}"`

/** Key in a header value. @returns undefined where it is no string of RFC 9651, or is empty or too long */
export function readKey(value: string): string | undefined {
  const quoted = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *$/.exec(value)?.[1]
  const key = quoted?.replaceAll(/\\(.)/g, '$1')
  return key !== undefined && key.length >= 1 && key.length <= MAX_KEY_CHARACTERS ? key : undefined
}
