import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from '#server/auth/auth-error.ts'
import { asStorageError } from '#server/storage/storage-error.ts'

const ERRORS = {
  link_not_found: [404, 'There is no such link, or this is not its secret'],
  link_revoked: [410, 'The link was ended by its owner'],
  link_expired: [410, 'The link has expired'],
  link_used_up: [410, 'The link was used as often as its owner allowed'],
  ticket_expired: [403, 'The download has taken too long; start it again'],
} as const
export type LinkErrorCode = keyof typeof ERRORS

/** A refusal to a visitor of a link. The same one for an unknown id and for a wrong secret. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code: LinkErrorCode
  readonly status: number

  constructor(code: LinkErrorCode, options?: ErrorOptions) {
    const [status, text] = ERRORS[code]
    super(text, options)
    this.code = code
    this.status = status
  }
}

/** Presents every refusal as `{ code, message }`. */
export function sendLinkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof LinkError) return reply.code(error.status).send({ code: error.code, message: error.message })
  if (error instanceof AuthError) {
    const { retryAfterSeconds } = error.extras
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(error.status).send({ code: error.code, message: error.message })
  }
  // What Fastify refuses itself, such as a body that is too large.
  if (error.statusCode && error.statusCode < 500) {
    return reply.code(error.statusCode).send({ code: 'bad_request', message: 'The request cannot be read' })
  }
  const known = asStorageError(error)
  if (known.status >= 500) request.log.error({ err: error }, 'a link failed')
  return reply.code(known.status).send({ code: known.code, message: known.message })
}
