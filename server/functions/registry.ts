import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/db/database.ts'

/** One call of a function, after its caller was verified. */
export type FunctionCall = {
  request: FastifyRequest
  caller: Caller
  /** As it came; empty without one. */
  body: string
  /** Aborted when the caller has been told that it took too long. */
  signal: AbortSignal
}

export type ServerFunction = {
  /** Only for people who are signed in. */
  verifyJwt: boolean
  methods: readonly ('GET' | 'POST')[]
  /** @returns what the client gets as JSON. @throws {FunctionError} */
  handler: (call: FunctionCall) => Promise<unknown>
}

/** Functions by name. */
export type Registry = Readonly<Record<string, ServerFunction>>
