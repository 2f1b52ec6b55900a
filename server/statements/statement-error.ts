import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { AuthError } from '#server/auth/auth-error.ts'
import { CallerError } from '#server/http/caller.ts'

const ERRORS = {
  not_signed_in: [401, 'Sign in first'],
  bad_request: [400, 'The request cannot be read'],
  bad_statement: [422, 'The statement is not what its author signed, or not in its canonical form'],
  no_keys: [422, 'Its author has no keys on this server'],
} as const
export type StatementErrorCode = keyof typeof ERRORS

/** A statement that is not stored. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  readonly code: StatementErrorCode
  readonly status: number

  constructor(code: StatementErrorCode, options?: ErrorOptions) {
    const [status, text] = ERRORS[code]
    super(text, options)
    this.code = code
    this.status = status
  }
}

/** What the functions in SQL refuse, by SQLSTATE; their own text says what is wrong. */
const STATUS_OF: Record<string, number> = {
  '42501': 403,
  '23514': 400,
  '23505': 409,
  QS404: 404,
  QS412: 412,
  QS413: 412,
}

/** Presents every refusal as `{ code, message }`. */
export function sendStatementError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refuse = (status: number, code: string, message: string) => reply.code(status).send({ code, message })
  if (error instanceof StatementError) return refuse(error.status, error.code, error.message)
  if (error instanceof CallerError) return refuse(401, error.code, error.message)
  if (error instanceof AuthError) {
    const { retryAfterSeconds } = error.extras
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return refuse(error.status, error.code, error.message)
  }
  const sqlState = error instanceof DatabaseError ? (error.code ?? '') : ''
  const status = STATUS_OF[sqlState]
  if (status !== undefined) return refuse(status, sqlState, error.message)
  if (error.statusCode && error.statusCode < 500) return refuse(error.statusCode, 'bad_request', error.message)
  request.log.error({ err: error }, 'a statement was not stored')
  return refuse(500, 'internal', 'The statement was not stored. Nothing was changed; try again.')
}
