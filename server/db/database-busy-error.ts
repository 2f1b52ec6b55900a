/**
 * Nothing was done, and it can be asked again: every connection of this kind is in use and none came free in time, PostgreSQL is away, or the
 * transaction met another one (`isConflict` in database.ts). `outageOf` presents it as HTTP 503.
 */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}

/**
 * The connection ended while a statement was on its way, as when PostgreSQL restarts. Whether a change was made is not known: only what does
 * no harm twice can be asked again. `outageOf` presents it as HTTP 503 too.
 */
export class DatabaseLostError extends Error {
  override readonly name = 'DatabaseLostError'
}
