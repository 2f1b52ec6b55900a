import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import type { LogPage } from './audit-filters.ts'

/** Specification 2 §9. */
export const PAGE_ROWS = 20

export type LogRows = { rows: AuditEvent[]; hasNext: boolean }

/** What is shown of a page that was fetched with one event more than it has. `events` newest first. */
export function logRows(events: readonly AuditEvent[], { newer }: Pick<LogPage, 'newer'>): LogRows {
  // Back from an older page: that one is the next, and the event too many is the newest.
  if (newer) return { rows: events.slice(-PAGE_ROWS), hasNext: events.length >= PAGE_ROWS }
  return { rows: events.slice(0, PAGE_ROWS), hasNext: events.length > PAGE_ROWS }
}
