import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of access reviews and offboarding in words. */
export const reviewTitles: Record<
  Extract<DatabaseEventType, `access_review.${string}` | `access_list.${string}` | `offboarding.${string}`>,
  string
> = {
  'access_review.made': 'Access review drafted',
  'access_review.opened': 'Access review started',
  'access_review.decided': 'Access decided on in a review',
  'access_review.closed': 'Access review closed',
  'access_review.discarded': 'Draft of an access review deleted',
  'access_review.exported': 'Access review exported',
  'offboarding.started': 'Offboarding started',
  'offboarding.step': 'Step of an offboarding',
  'offboarding.finished': 'Offboarding finished',
  'access_list.exported': 'List of what a person could open exported',
  'offboarding.exported': 'Report of an offboarding exported',
}
