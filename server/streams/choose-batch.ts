import { RISKS } from '#contract/audit/event-streams.ts'
import type { PlacedEvent, StreamFilter } from './stream.ts'

const MOST_EVENTS = 100
const MOST_BYTES = 256 * 1024

/** @param end the first index behind it. */
export type ChosenBatch = { readonly events: readonly PlacedEvent[]; readonly end: number; readonly filtered: number }

/** The first of `events` that fit into one batch, without what the filter holds back. @param end up to where they were read. */
export function chooseBatch(events: readonly PlacedEvent[], filter: StreamFilter, end: number): ChosenBatch {
  const chosen: PlacedEvent[] = []
  let bytes = 0
  let filtered = 0
  for (const event of events) {
    if (!passes(event, filter)) {
      filtered += 1
      continue
    }
    bytes += Buffer.byteLength(JSON.stringify(event.row))
    if (chosen.length > 0 && (chosen.length === MOST_EVENTS || bytes > MOST_BYTES)) {
      return { events: chosen, end: event.index, filtered }
    }
    chosen.push(event)
  }
  return { events: chosen, end, filtered }
}

function passes({ row }: PlacedEvent, { categories, leastRisk }: StreamFilter): boolean {
  const risk = RISKS.findIndex((one) => one === row.risk_level)
  // A risk or category that this program does not know is no reason to keep something back.
  const isRisky = risk === -1 || risk >= RISKS.findIndex((one) => one === leastRisk)
  return isRisky && (categories.length === 0 || categories.includes(row.event_category))
}
