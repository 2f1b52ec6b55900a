import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/db/database.ts'

/** One call of a function, after its caller was verified. */
export type FunctionCall = {
  request: FastifyRequest
  caller: Caller
  /** As it came; empty without one. */
  body: string
  /** Aborted when the caller has got the answer that it took too long. */
  signal: AbortSignal
  /** Sets a header of the answer, also of a refusal. */
  header: (name: string, value: string) => void
}

export type ServerFunction = {
  /** Only for people who are signed in. */
  verifyJwt: boolean
  methods: readonly ('GET' | 'POST')[]
  /** Where it is given up later than others. */
  timeoutMs?: number
  /** @returns what the client gets as JSON. @throws {FunctionError} */
  handler: (call: FunctionCall) => Promise<unknown>
}

/** Functions by name. */
export type Registry = Readonly<Record<string, ServerFunction>>

/** A refusal by a function: the client gets `{ error: message }` with this status. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly status: number
  readonly extras: { isRelay: boolean; retryAfterSeconds?: number | undefined; code?: string }

  /** @param extras `isRelay` marks a fault of the host, not of the function: clients report it as another kind of error. */
  constructor(status: number, message: string, extras: Partial<FunctionError['extras']> = {}, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.extras = { isRelay: false, ...extras }
  }
}
