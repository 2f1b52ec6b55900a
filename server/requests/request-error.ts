import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from '#server/auth/auth-error.ts'
import { asStorageError, StorageError } from '#server/storage/storage-error.ts'
import { TusError } from '#server/storage/uploads/tus-error.ts'

const ERRORS = {
  request_not_found: [404, 'There is no such request, or this is not its secret'],
  request_ended: [410, 'The request was ended by who made it'],
  request_expired: [410, 'The request has expired'],
  request_full: [409, 'The request takes no more files'],
  request_no_room: [409, 'The request takes fewer bytes than this file has'],
  request_ticket_expired: [403, 'Open the address of the request again'],
  delivery_not_found: [404, 'This file was not announced, or its upload is no longer there'],
  delivery_incomplete: [409, 'Not every byte of this file has arrived'],
  delivery_conflict: [409, 'A file of this id was announced before'],
  bad_request: [400, 'The request cannot be read'],
} as const
export type RequestErrorCode = keyof typeof ERRORS

/** A refusal to somebody who follows the address of a request. The same one for an unknown id and for a wrong secret. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: RequestErrorCode
  readonly status: number

  constructor(code: RequestErrorCode, options?: ErrorOptions) {
    const [status, text] = ERRORS[code]
    super(text, options)
    this.code = code
    this.status = status
  }
}

/** Presents every refusal as `{ code, message }`. */
export function sendRequestError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RequestError) return reply.code(error.status).send({ code: error.code, message: error.message })
  if (error instanceof AuthError) {
    const { retryAfterSeconds } = error.extras
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(error.status).send({ code: error.code, message: error.message })
  }
  // What Fastify refuses itself, such as a body that is too large.
  if (!(error instanceof StorageError || error instanceof TusError) && error.statusCode && error.statusCode < 500) {
    return reply.code(error.statusCode).send({ code: 'bad_request', message: 'The request cannot be read' })
  }
  const known = asStorageError(error)
  if (known.status >= 500) request.log.error({ err: error }, 'a request for files failed')
  return reply.code(known.status).send({ code: known.code, message: known.message })
}
