import type { RecordedStatus } from '#contract/compliance/certification-state.ts'
import type { CertificationFields } from '#web/lib/remote/vault-client.ts'
import { compliance } from '#web/messages/compliance.ts'

const HIGHEST_POSITION = 9999

/** What a filled-in form says; empty fields are nothing, not empty text. */
export function recordFields(
  values: Record<string, string>,
  { status, hasReport }: { status: RecordedStatus; hasReport: boolean },
): CertificationFields {
  const { name = '', description = '', issuer = '', from = '', until = '', position = '' } = values
  return {
    name: name.trim(),
    description: description.trim(),
    recorded_status: status,
    issuer: issuer.trim() || null,
    valid_from: from || null,
    valid_until: until || null,
    report_available: hasReport,
    position: Number(position),
  }
}

/** Null when the last day is not before the first. */
export function untilProblem(until: string, values: Record<string, unknown>): string | null {
  const { from } = values
  return typeof from === 'string' && from !== '' && until !== '' && until < from ? compliance.form.order : null
}

export function positionProblem(position: string): string | null {
  const isGood = /^\d+$/.test(position.trim()) && Number(position) <= HIGHEST_POSITION
  return isGood ? null : compliance.form.positionProblem
}
