import { DatabaseError } from 'pg'
import { Refusal, refusalsOf, refuseWith } from '#server/http/refusal.ts'

/** Refuses what routes below `/compliance` were asked for. */
export const complianceError = refusalsOf({
  document_not_found: [404, 'There is no such document'],
  certificate_not_found: [404, 'There is no certificate for this record'],
  no_contact: [404, 'This server has no address for support, so it names no contact. Set SUPPORT_EMAIL'],
  not_a_pdf: [415, 'A certificate is a PDF file'],
})

/** What the functions in SQL refuse, by SQLSTATE. */
const REFUSED_BY_SQL: Record<string, readonly [number, string, string]> = {
  '42501': [403, 'forbidden', 'You do not have the permission manage_compliance'],
  P0002: [404, 'certificate_not_found', 'There is no such record'],
  '23514': [415, 'not_a_pdf', 'A certificate is a PDF file of at most 2 MiB'],
}

export const sendComplianceError = refuseWith('a document of the compliance page failed', {
  translate: (error) => {
    if (error.statusCode === 413) return new Refusal(413, 'too_large', 'A certificate has at most 2 MiB')
    const known = error instanceof DatabaseError ? REFUSED_BY_SQL[error.code ?? ''] : undefined
    return known && new Refusal(...known)
  },
  unforeseen: () => new Refusal(500, 'internal', 'The document could not be made. Nothing was changed; try again.'),
})
