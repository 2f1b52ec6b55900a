import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { AuditEvent } from '#vault/audit/audit-log.ts'

const HEADER = ['Date', 'Event Type', 'Category', 'User ID', 'Action', 'Status', 'Risk Level', 'Details']

export function auditCsvHeader(): string {
  return csvHead(HEADER)
}

/** Lines of a CSV file by RFC 4180, one for each event; times in UTC. */
export function auditCsvLines(events: readonly AuditEvent[]): string {
  return events
    .map((event) =>
      csvLine([
        new Date(event.created_at).toISOString(),
        event.event_type,
        event.event_category,
        event.user_id ?? '',
        event.action,
        event.status,
        event.risk_level,
        JSON.stringify(event.details),
      ]),
    )
    .join('')
}
