import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { AuthError } from '#server/auth/auth-error.ts'
import { CallerError } from '#server/http/caller.ts'

const ERRORS = {
  document_not_found: [404, 'There is no such document'],
  certificate_not_found: [404, 'There is no certificate for this record'],
  no_contact: [404, 'This server has no address for support, so it names no contact. Set SUPPORT_EMAIL'],
  not_a_pdf: [415, 'A certificate is a PDF file'],
} as const
export type ComplianceErrorCode = keyof typeof ERRORS

/** A refusal of the routes below `/compliance`. */
export class ComplianceError extends Error {
  override readonly name = 'ComplianceError'
  readonly code: ComplianceErrorCode
  readonly status: number

  constructor(code: ComplianceErrorCode) {
    const [status, text] = ERRORS[code]
    super(text)
    this.code = code
    this.status = status
  }
}

/** What the functions in SQL refuse, by SQLSTATE. */
const REFUSED_BY_SQL: Record<string, readonly [number, string, string]> = {
  '42501': [403, 'forbidden', 'You do not have the permission manage_compliance'],
  P0002: [404, 'certificate_not_found', 'There is no such record'],
  '23514': [415, 'not_a_pdf', 'A certificate is a PDF file of at most 2 MiB'],
}

/** Presents every refusal as `{ code, message }`. */
export function sendComplianceError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refuse = (status: number, code: string, message: string) => reply.code(status).send({ code, message })
  if (error instanceof ComplianceError) return refuse(error.status, error.code, error.message)
  if (error instanceof CallerError) return refuse(401, error.code, error.message)
  if (error instanceof AuthError) {
    const { retryAfterSeconds } = error.extras
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return refuse(error.status, error.code, error.message)
  }
  const known = error instanceof DatabaseError ? REFUSED_BY_SQL[error.code ?? ''] : undefined
  if (known) return refuse(...known)
  if (error.statusCode === 413) return refuse(413, 'too_large', 'A certificate has at most 2 MiB')
  if (error.statusCode && error.statusCode < 500)
    return refuse(error.statusCode, 'bad_request', 'The request cannot be read')
  request.log.error({ err: error }, 'a document of the compliance page failed')
  return refuse(500, 'internal', 'The document could not be made. Nothing was changed; try again.')
}
