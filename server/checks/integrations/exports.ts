import { AUDIT_EVENT_TYPES } from '#contract/audit/audit-events.ts'
import { FORMULA_START, parseCsv } from '#contract/csv/csv.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import { auditCsvHeader, auditCsvLines } from '#ledger/formats/csv.ts'
import type { Database } from '../../db/database.ts'
import { renderEvent } from '../../streams/render-event.ts'
import type { PlacedEvent } from '../../streams/stream.ts'
import { type Check, noneOf } from '../check.ts'
import { ocsfProblems } from './ocsf-schema.ts'

/** The newest of every organisation. */
const MOST_EVENTS = 200
/** Seven columns and then the fields, each a name and a value. */
const CEF = /^CEF:0\|(?:(?:[^|\\]|\\.)*\|){6}(?:\w+=(?:[^=\\]|\\.)*(?: |$))+$/

/** Tables as people save them, by the code that their browser runs. A test breaks it. */
export const csvExport = { header: auditCsvHeader, lines: auditCsvLines }

/** INT-06 */
export const exportsAreValid: Check = async ({ services: { database } }) => {
  const rows = [...(await newestEvents(database)), ...everyKind()]
  const found = rows.flatMap((row, index) => problemsOf({ row, index, origin: 'probe' }))
  return noneOf([...new Set(found)], 'Exported events are not valid', {
    events: rows.length,
    kinds: AUDIT_EVENT_TYPES.length,
    formats: ['JSON', 'CEF', 'OCSF', 'CSV'],
  })
}

/** One event of each kind that the product knows, whether it ever happened here or not. */
function everyKind(): EventRow[] {
  return AUDIT_EVENT_TYPES.map((event_type) => ({
    id: '00000000-0000-4000-8000-000000000000',
    created_at: new Date().toISOString(),
    event_type,
    event_category: 'config_change',
    user_id: null,
    action: '=tried | by = the \\ test',
    status: 'success',
    risk_level: 'low',
    details: { ip: '192.0.2.1', text: 'one\nand | two = three; "@four", five' },
  }))
}

async function newestEvents(database: Database): Promise<EventRow[]> {
  const { rows } = await database.owner<{ row: EventRow }>(
    `select to_jsonb(l) - 'tenant_id' as row from public.system_audit_log l order by l.created_at desc, l.id desc limit $1`,
    [MOST_EVENTS],
  )
  return rows.map(({ row }) => row)
}

/** By kind of event and format; nothing of the event itself. */
function problemsOf(event: PlacedEvent): string[] {
  const kind = event.row.event_type
  const { line: json } = renderEvent('json', event)
  const { line: cef } = renderEvent('cef', event)
  const { line: ocsf } = renderEvent('ocsf', event)
  return [
    ...(isSameEvent(json, event) ? [] : [`${kind} as JSON`]),
    ...(CEF.test(cef) && !/[\r\n]/.test(cef) ? [] : [`${kind} as CEF`]),
    ...ocsfProblems(JSON.parse(ocsf) as Record<string, unknown>).map((problem) => `${kind} as OCSF: ${problem}`),
    ...(isSameTable(event.row) ? [] : [`${kind} as CSV`]),
  ]
}

function isSameEvent(line: string, { row, index }: PlacedEvent): boolean {
  const read = JSON.parse(line) as Record<string, unknown>
  return (
    !line.includes('\n') &&
    read['id'] === row.id &&
    read['event_type'] === row.event_type &&
    read['leaf_index'] === index
  )
}

const COLUMNS = 8
/** A spreadsheet may take each of them, and lines begin where they do for all of them. */
const SEPARATORS = [',', ';', '\t'] as const

/** Read back by RFC 4180, with a mark that says UTF-8: what was exported, where no cell is a formula. An apostrophe may be put before one. */
function isSameTable(row: EventRow): boolean {
  const { created_at, event_type, event_category, user_id, action, status, risk_level, details } = row
  const text = lineOf(row)
  if (text === undefined || !text.startsWith('\u{feff}')) return false
  const [head = [], cells = []] = parseCsv(text.slice(1))
  const expected = [event_type, event_category, user_id ?? '', action, status, risk_level, JSON.stringify(details)]
  const isSame = expected.every((value, at) => plain(cells[at + 1] ?? '') === plain(value))
  const isOfTime = Date.parse(cells[0] ?? '') === Math.floor(Date.parse(created_at))
  const isFormula = SEPARATORS.some((separator) =>
    parseCsv(text.slice(1), { separator }).some((line) => line.some((cell) => FORMULA_START.test(cell))),
  )
  return head.length === COLUMNS && cells.length === COLUMNS && isSame && isOfTime && !isFormula
}

const plain = (cell: string): string => cell.replaceAll("'", '')

/** A time that is none cannot be written. */
function lineOf(row: EventRow): string | undefined {
  try {
    return csvExport.header() + csvExport.lines([row])
  } catch {
    return undefined
  }
}
