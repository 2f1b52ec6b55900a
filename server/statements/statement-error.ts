import { DatabaseError } from 'pg'
import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'

/** Refuses to store a statement. */
export const statementError = refusalsOf({
  not_signed_in: [401, 'Sign in first'],
  bad_request: [400, 'The request cannot be read'],
  bad_statement: [422, 'The statement is not what its author signed, or not in its canonical form'],
  statement_too_long: [422, 'The name of the space, or a name or an address of a member, is too long'],
  no_keys: [422, 'Its author has no keys on this server'],
  limit_reached: [413, 'The server stores no more statements of this kind. Nothing was changed.'],
})

/** What the functions in SQL refuse, by SQLSTATE; their own text says what is wrong. */
const STATUS_OF: Record<string, number> = {
  '42501': 403,
  '23514': 400,
  '23505': 409,
  QS404: 404,
  QS412: 412,
  QS485: 403,
  QS413: 412,
}

export const sendStatementError = refuseWith('a statement was not stored', {
  translate: (error) => {
    const sqlState = error instanceof DatabaseError ? (error.code ?? '') : ''
    // What limits the tables themselves: authz.limit_rows, authz.limit_bytes.
    if (sqlState === 'PT413') return statementError('limit_reached', { cause: error })
    const status = STATUS_OF[sqlState]
    return status === undefined ? undefined : new Refusal(status, sqlState, error.message)
  },
  unforeseen: () => new Refusal(500, 'internal', 'The statement was not stored. Nothing was changed; try again.'),
})
