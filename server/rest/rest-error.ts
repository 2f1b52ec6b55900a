import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import { CallerError, isWaiting } from '../http/caller.ts'
import { logOutage, outageOf } from '../http/outage.ts'
import { Refusal } from '../http/refusal.ts'

export type RestErrorText = {
  code: string
  message: string
  details?: unknown
  hint?: string | null
  retryAfterSeconds?: number
}

/** A refusal in the shape of rest/v1. Codes are PostgREST's, or SQLSTATEs. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    { code, message, details, hint, retryAfterSeconds }: RestErrorText,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.details = details ?? null
    this.hint = hint ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The query string does not follow the grammar. */
export const badQuery = (message: string, details?: string) =>
  new RestError(400, { code: 'PGRST100', message, details })
export const badBody = (message: string) => new RestError(400, { code: 'PGRST102', message })

// The first row whose pattern matches decides; the order is from special to general.
const STATUS_OF_SQLSTATE: ReadonlyArray<[RegExp, number]> = [
  [/^53400$/, 500],
  [/^(08|53)/, 503],
  [/^57P01$/, 503],
  // An entry into another organisation, which proves nothing freshly.
  [/^QS480$/, 403],
  // Somebody else was faster with a guest.
  [/^QS487$/, 409],
  [/^25006$/, 405],
  // Program limits (class 54) are reached by what the client asks for: too deep, too many columns.
  [/^54/, 400],
  [/^P0001$/, 400],
  [/^(42883|42P01)$/, 404],
  [/^(23503|23505)$/, 409],
  [/^(0L|0P|28)/, 403],
  [/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX|21000|42P17)/, 500],
]

/** HTTP status of an error that PostgreSQL raised. */
function statusOfSqlState(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  const chosen = /^PT([45]\d\d)$/.exec(code)?.[1]
  if (chosen) return Number(chosen)
  return STATUS_OF_SQLSTATE.find(([pattern]) => pattern.test(code))?.[1] ?? 400
}

/** Presents any failure as JSON with `code`, `message`, `details` and `hint`, absent ones null. */
export function sendRestError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  isAnonymous: boolean,
): FastifyReply {
  const { status, body, headers = {} } = present(error, isAnonymous)
  const outage = status === 503 ? outageOf(error) : undefined
  if (outage) logOutage(request, error, outage)
  else if (status >= 500) request.log.error({ err: error }, 'rest request failed')
  reply.headers(headers)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

type Presented = { status: number; body: Record<string, unknown>; headers?: Record<string, string> }

const raised = {
  message: z.object({
    code: z.string(),
    message: z.string(),
    details: z.string().nullish(),
    hint: z.string().nullish(),
  }),
  detail: z.object({
    status: z.int().min(400).max(599),
    headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[^\r\n\0]*$/)).default({}),
  }),
}

/** A function that raises SQLSTATE `PGRST` chooses the whole answer: its body in the message, status and headers in the detail. */
function presentRaised({ message, detail }: DatabaseError): Presented {
  try {
    const { details = null, hint = null, ...text } = raised.message.parse(JSON.parse(message))
    return { ...raised.detail.parse(JSON.parse(detail ?? '{}')), body: { ...text, details, hint } }
  } catch {
    // What was raised is not what the convention asks for; saying so is all that can be done with it.
    const body = { code: 'PGRST121', message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error' }
    return { status: 500, body: { ...body, details: 'MESSAGE and DETAIL must be JSON objects', hint: null } }
  }
}

function present(error: unknown, isAnonymous: boolean): Presented {
  const shaped = (
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
  ) => ({
    status,
    body: { code, message, details, hint },
  })
  if (error instanceof RestError) {
    const { status, code, message, details, hint, retryAfterSeconds } = error
    return { ...shaped(status, code, message, details, hint), ...retryAfter(retryAfterSeconds) }
  }
  const outage = outageOf(error)
  const later = retryAfter(outage?.retryAfterSeconds)
  if (outage && !(error instanceof DatabaseError)) {
    // In PostgREST too, the first has not begun.
    return { ...shaped(503, outage.isNothingDone ? 'PGRST003' : 'PGRST001', outage.message), ...later }
  }
  if (error instanceof CallerError) {
    if (isWaiting(error.code)) return shaped(403, error.code, error.message)
    return shaped(401, error.code === 'jwt_expired' ? 'PGRST303' : 'PGRST301', error.message)
  }
  if (error instanceof Refusal) {
    return { ...shaped(error.status, error.code, error.message), ...retryAfter(error.retryAfterSeconds) }
  }
  if (error instanceof DatabaseError) {
    const code = error.code ?? 'XX000'
    if (code === 'PGRST') return presentRaised(error)
    // A pattern or a value asked for more memory than PostgreSQL gives anybody; that has the code of an internal error.
    if (error.message.startsWith('invalid memory alloc request size'))
      return shaped(400, '54000', 'Too much was asked for')
    if (error.routine === 'error_view_not_updatable')
      return shaped(405, code, 'This is a view that is only read: nothing is written through it')
    const status = statusOfSqlState(code, isAnonymous)
    // An internal error may quote server internals.
    if (code.startsWith('XX')) return shaped(status, code, 'Internal error')
    const answer = shaped(status, code, error.message, error.detail ?? null, error.hint ?? null)
    return status === 503 ? { ...answer, ...later } : answer
  }
  const status = statusCodeOf(error)
  if (status !== undefined && error instanceof Error) return shaped(status, 'PGRST102', error.message)
  return shaped(503, 'PGRST001', 'Database client error. Retrying the connection.')
}

function retryAfter(seconds: number | undefined): Pick<Presented, 'headers'> {
  return seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }
}

function statusCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}
