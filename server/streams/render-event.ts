import type { StreamFormat } from '#contract/audit/event-streams.ts'
import { cefLine } from '#ledger/formats/cef.ts'
import { ocsfEvent } from '#ledger/formats/ocsf.ts'
import type { PlacedEvent } from './stream.ts'

/** Of one event, in UTF-8. Longer ones do not fit into a datagram, and receivers cut them anyway. */
const MOST_BYTES = 32 * 1024

export type RenderedEvent = {
  readonly event: PlacedEvent
  /** One line, whatever the event holds. */
  readonly line: string
  /** What the line says, for formats that are JSON. */
  readonly value: object | string
}

/** An event in one of the formats that the export has as well. */
export function renderEvent(format: StreamFormat, event: PlacedEvent): RenderedEvent {
  const rendered = render(format, event)
  if (Buffer.byteLength(rendered.line) <= MOST_BYTES) return rendered
  // What was left out is in the audit log, under the same id.
  return render(format, { ...event, row: { ...event.row, details: { shortened: true } } })
}

function render(format: StreamFormat, event: PlacedEvent): RenderedEvent {
  const { row, index, origin } = event
  if (format === 'cef') {
    const line = cefLine(row, index)
    return { event, line, value: line }
  }
  const value = format === 'ocsf' ? ocsfEvent(row, index) : { ...row, log: origin, leaf_index: index }
  return { event, line: JSON.stringify(value), value }
}
