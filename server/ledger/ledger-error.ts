import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'

/** Refuses to show something of the ledger. */
export const ledgerError = refusalsOf({
  not_signed_in: [401, 'Sign in first'],
  bad_request: [400, 'The request cannot be read'],
  no_log: [404, 'There is no such log, or it is not yours to read'],
  no_tile: [404, 'The log does not reach that far'],
  no_entries: [403, 'Reading the entries of this log takes the permission to view audit logs'],
  no_build: [404, 'The log does not list this build'],
  no_timestamp: [404, 'No authority has stamped the log at this size'],
  not_named: [404, 'The public log did not name this log when it was stamped'],
  no_place: [404, 'This event has no place in a log yet, or it is not yours to read. Try again in a moment.'],
  not_signed_yet: [409, 'The log was not signed since this was added. Try again in a moment.'],
})

export const sendLedgerError = refuseWith('the ledger was not read', {
  unforeseen: () => new Refusal(500, 'internal', 'The ledger could not be read. Try again.'),
})
