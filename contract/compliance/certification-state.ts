/** Statuses that a record may claim. */
export const RECORDED_STATUSES = ['Certified', 'Compliant', 'Implemented'] as const
export type RecordedStatus = (typeof RECORDED_STATUSES)[number]

/** What is shown of a record. None of them repeats the claim: a certificate that can be read is the only evidence. */
const CERTIFICATION_STATES = ['Example', 'Certificate uploaded', 'Self-assessed', 'Not yet valid', 'Expired'] as const
export type CertificationState = (typeof CERTIFICATION_STATES)[number]

/** A row of `certifications`. Dates are `YYYY-MM-DD`. */
export type Certification = {
  id: string
  position: number
  name: string
  description: string
  recorded_status: RecordedStatus
  issuer: string | null
  valid_from: string | null
  valid_until: string | null
  report_available: boolean
  /** False for what came with the software, until somebody changes it. */
  is_confirmed: boolean
  certificate_name: string | null
  certificate_sha256: string | null
}

/** Columns of a `Certification`, as `select` of rest/v1 takes them. */
export const CERTIFICATION_COLUMNS =
  'id,position,name,description,recorded_status,issuer,valid_from,valid_until,report_available,is_confirmed,certificate_name,certificate_sha256'

/**
 * The state of a record on a day. What nobody has confirmed claims nothing, so nothing of it can expire. Then dates: an uploaded certificate
 * that ended is expired.
 *
 * @param today `YYYY-MM-DD`. A record is valid on its last day.
 */
export function certificationState(
  record: Pick<Certification, 'is_confirmed' | 'valid_from' | 'valid_until' | 'certificate_sha256'>,
  today: string,
): CertificationState {
  if (!record.is_confirmed) return 'Example'
  if (record.valid_until !== null && record.valid_until < today) return 'Expired'
  if (record.valid_from !== null && record.valid_from > today) return 'Not yet valid'
  return record.certificate_sha256 === null ? 'Self-assessed' : 'Certificate uploaded'
}
