import type { AuditEvent } from './audit-log.ts'

const HEADER = ['Date', 'Event Type', 'Category', 'User ID', 'Action', 'Status', 'Risk Level', 'Details']
/** RFC 4180 §2.1. */
const LINE_END = '\r\n'
/** What a spreadsheet takes for the beginning of a formula, see OWASP "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/

export function auditCsvHeader(): string {
  return line(HEADER)
}

/** Lines of a CSV file by RFC 4180, one for each event; times in UTC. */
export function auditCsvLines(events: readonly AuditEvent[]): string {
  return events
    .map((event) =>
      line([
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

function line(cells: readonly string[]): string {
  return cells.map(cell).join(',') + LINE_END
}

function cell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
