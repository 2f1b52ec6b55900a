/**
 * Nothing was done, and it can be asked again: every connection of this kind is in use and none came free in time, or the transaction met
 * another one (`isConflict` in database.ts). Each service presents it as HTTP 503.
 */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}
