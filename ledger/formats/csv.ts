import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { EventRow } from '../events/event-row.ts'

const HEADER = ['Date', 'Event Type', 'Category', 'User ID', 'Action', 'Status', 'Risk Level', 'Details']

export function auditCsvHeader(): string {
  return csvHead(HEADER)
}

/** Lines of a CSV file by RFC 4180, one for each event; times in UTC. */
export function auditCsvLines(events: readonly EventRow[]): string {
  return events
    .map((event) =>
      csvLine([
        timeOf(event),
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

// Reads a text, not the clock.
// oxlint-disable-next-line no-restricted-globals
const timeOf = ({ created_at }: EventRow): string => new Date(created_at).toISOString()
