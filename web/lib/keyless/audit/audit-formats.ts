import { cefLine } from '#ledger/formats/cef.ts'
import { auditCsvHeader, auditCsvLines } from '#ledger/formats/csv.ts'
import { ocsfEvent } from '#ledger/formats/ocsf.ts'
import type { AuditEvent } from '#vault/audit/audit-log.ts'

type Format = {
  mediaType: string
  ending: string
  header: () => string
  lines: (events: readonly AuditEvent[]) => string
}

/** One line for each event. */
const byLine = (line: (event: AuditEvent) => string) => (events: readonly AuditEvent[]) =>
  events.map((event) => `${line(event)}\n`).join('')
const noHeader = () => ''

/** How the log is exported: for spreadsheets, for programs, and for the systems of security teams. */
const FORMATS = {
  csv: { mediaType: 'text/csv;charset=utf-8', ending: 'csv', header: auditCsvHeader, lines: auditCsvLines },
  ndjson: {
    mediaType: 'application/x-ndjson',
    ending: 'ndjson',
    header: noHeader,
    lines: byLine((event) => JSON.stringify(event)),
  },
  cef: { mediaType: 'text/plain;charset=utf-8', ending: 'cef', header: noHeader, lines: byLine(cefLine) },
  ocsf: {
    mediaType: 'application/x-ndjson',
    ending: 'ocsf.ndjson',
    header: noHeader,
    lines: byLine((event) => JSON.stringify(ocsfEvent(event))),
  },
} satisfies Record<string, Format>

export type AuditFormat = keyof typeof FORMATS

export const auditFormat = (name: AuditFormat): Format => FORMATS[name]

/** `audit-logs-2026-11-21.csv`, by the day where the person is. */
export function auditFileName(now: Date, ending: string): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `audit-logs-${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}.${ending}`
}
