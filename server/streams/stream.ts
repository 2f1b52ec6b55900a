import type { StreamFormat, StreamKind } from '#contract/audit/event-streams.ts'
import type { EventRow } from '#ledger/events/event-row.ts'

/** Where events go, in which form. */
export type Receiver = {
  readonly id: string
  readonly kind: StreamKind
  readonly address: string
  readonly format: StreamFormat
  /** In PEM. */
  readonly ca: string | undefined
  /** The newest first: of a webhook each signs, of the others the first is a token of the receiver's. */
  readonly secrets: readonly string[]
}

/** An event with its place in the log of its organisation. */
export type PlacedEvent = { readonly index: number; readonly origin: string; readonly row: EventRow }

/** Events that are sent together. */
export type Batch = {
  /** The same for the same events under the same settings. */
  readonly id: string
  readonly events: readonly PlacedEvent[]
}

export type StreamFilter = { readonly categories: readonly string[]; readonly leastRisk: string }
