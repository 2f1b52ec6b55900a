/** With this header an answer says which events of the caller will be in the log, in Latin-1 lower case as HTTP knows it. */
export const RECEIPT_HEADER = 'audit-receipt'
/** With this one a caller binds the receipt to its own request: 16 random bytes, base64url. */
export const NONCE_HEADER = 'audit-nonce'
export const NONCE = /^[\w-]{22}$/

/**
 * A receipt names so many events; of a call that writes more, the first. Proxies give all headers of an answer 4 KiB as they come, and this many
 * leave room for the others.
 */
export const RECEIPT_EVENTS = 10
/** Of a whole receipt, longer than any. */
export const RECEIPT_LENGTH = 2048

/** A promise is due after so long. An event has its place within a second, and its log is signed within two more. */
export const RECEIPT_DUE_MS = 60_000

/** Tables of which each row that is added leaves an event in the name of the caller. */
export const CERTAIN_TABLES = ['certifications', 'file_records', 'file_requests', 'folders', 'share_links', 'tags']

/**
 * The event that a call which succeeded has written for certain; undefined where that depends on what the database held.
 *
 * @param path with its query.
 */
export function certainEvent(method: string, path: string): string | undefined {
  if (method !== 'POST') return undefined
  const [, name = '', query = ''] = /^\/rest\/v1\/([a-z_]+)(?:\?(.*))?$/.exec(path) ?? []
  // Of rows that are there already, nothing happens.
  return CERTAIN_TABLES.includes(name) && !query.includes('on_conflict') ? `${name}.insert` : undefined
}
