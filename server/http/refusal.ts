import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { logOutage, outageOf } from './outage.ts'

/** What a request is refused with, said to the client as `{ code, message }`. Its text never holds a secret. */
export class Refusal<Code extends string = string> extends Error {
  override readonly name: string = 'Refusal'
  readonly status: number
  readonly code: Code
  readonly retryAfterSeconds: number | undefined
  /** What is stored now, where somebody else changed it since. Only for who may read it. */
  readonly current: unknown

  constructor(
    status: number,
    code: Code,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number | undefined; current?: unknown },
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.current = options?.current
  }
}

/** The closed set of refusals of a service: HTTP status and text by code. */
type Refusals = Readonly<Record<string, readonly [status: number, message: string]>>

/** @returns what makes a refusal of `table` from its code. */
export function refusalsOf<const Table extends Refusals>(
  table: Table,
): (code: keyof Table & string, options?: ErrorOptions) => Refusal {
  return (code, options) => {
    const [status, message] = table[code] ?? [500, 'Unexpected failure']
    return new Refusal(status, code, message, options)
  }
}

type Rules = {
  /** Errors of other layers that this service foresees, such as those of its functions in SQL. */
  translate?: (error: FastifyError) => Refusal | undefined
  /** What the client hears of a failure that nobody foresaw. */
  unforeseen: (error: FastifyError) => Refusal
}

/** The refusal that a failure amounts to. */
export function asRefusal(error: FastifyError, { translate, unforeseen }: Rules): Refusal {
  if (error instanceof Refusal) return error
  const outage = outageOf(error)
  if (outage) {
    const { message, retryAfterSeconds, isNothingDone } = outage
    return new Refusal(503, isNothingDone ? 'busy' : 'unavailable', message, { cause: error, retryAfterSeconds })
  }
  const translated = translate?.(error)
  if (translated) return translated
  // What Fastify refuses itself, such as a body that is too large.
  if (error.statusCode && error.statusCode < 500) {
    return new Refusal(error.statusCode, 'bad_request', 'The request cannot be read')
  }
  return unforeseen(error)
}

/** An error handler that answers with `{ code, message }`, and with `current` where there is one. @param failed what the log says of a failure that nobody foresaw. */
export function refuseWith(failed: string, rules: Rules) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error, rules)
    logFailure(request, { error, refusal, failed })
    const { status, code, message, retryAfterSeconds, current } = refusal
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send({ code, message, ...(current !== undefined && { current }) })
  }
}

export function logFailure(
  request: FastifyRequest,
  { error, refusal, failed }: { error: Error; refusal: Refusal; failed: string },
): void {
  const outage = outageOf(error)
  if (outage) logOutage(request, error, outage)
  else if (refusal.status >= 500 && refusal.retryAfterSeconds === undefined) request.log.error({ err: error }, failed)
}
