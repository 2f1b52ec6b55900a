import type { CertificationState } from '#contract/compliance/certification-state.ts'
import type { IncidentSeverity, IncidentStatus } from '#contract/status.ts'
import type { Trust } from './remote/vault-client.ts'

// The colours of badges that several screens show, by the names that the controls of web/ui have for them.

/** Open incidents are a warning until somebody watches that they stay away. */
export const INCIDENT_TONE = {
  investigating: 'warn',
  identified: 'warn',
  monitoring: 'planned',
  resolved: 'good',
} as const satisfies Record<IncidentStatus, string>

export const SEVERITY_TONE = {
  low: 'plain',
  medium: 'warn',
  high: 'danger',
  critical: 'danger',
} as const satisfies Record<IncidentSeverity, string>

export const CERTIFICATION_TONE = {
  'Certificate uploaded': 'brand',
  Example: 'plain',
  'Self-assessed': 'plain',
  'Not yet valid': 'warn',
  Expired: 'copper',
} as const satisfies Record<CertificationState, string>

/** How well somebody's keys are known: green only where a person has checked them. */
export const TRUST_TONE = {
  new: 'copper',
  seen: 'plain',
  chosen: 'plain',
  invited: 'brand',
  compared: 'brand',
  changed: 'danger',
  moved: 'danger',
} as const satisfies Record<Trust, string>
