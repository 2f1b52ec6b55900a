import type { AuditCategory } from '../audit/audit-events.ts'

/**
 * How long events of a category say who, from where and what, in days, where an organisation decided nothing else. `ledger.retention_of` in SQL
 * is tested equal to it.
 */
export const RETENTION_DAYS: Readonly<Record<AuditCategory, number>> = {
  auth: 400,
  data_access: 400,
  config_change: 2557,
  security_incident: 2557,
}

/** What an organisation may choose; null is for good. */
export const RETENTION_LIMITS = { least: 30, most: 36_500 } as const

/** Events that say how long others are kept. `ledger.is_kept_for_good` in SQL is tested equal to it. */
export const isKeptForGood = (eventType: string): boolean => /^(?:retention|legal_hold)\./.test(eventType)
