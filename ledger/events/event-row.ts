import type { Json } from '#crypto/statements/canonical-json.ts'
import type { Group, PublicEvent } from './entry.ts'

/** A row of the audit log, as the database and its API give it. */
export type EventRow = {
  readonly id: string
  /** ISO 8601. */
  readonly created_at: string
  readonly event_type: string
  readonly event_category: string
  readonly user_id: string | null
  readonly action: string
  readonly status: string
  readonly risk_level: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Details that say who did it besides the account, and from where. All others say what was done. */
const WHO = ['session_id', 'by_session']
const WHERE = ['ip', 'user_agent']

/** What everybody who reads the log sees of a row. */
export function publicEventOf(row: EventRow): PublicEvent {
  const { id, event_category: category, event_type: type, status, risk_level: risk } = row
  // Reads a text, not the clock.
  // oxlint-disable-next-line no-restricted-globals
  return { id, at: Math.floor(Date.parse(row.created_at)), category, type, status, risk }
}

/** The rest of a row, in the three groups that the log holds commitments to. Always the same for the same row. */
export function groupsOf({ user_id, action, details }: EventRow): { readonly [group in Group]: Json } {
  return {
    who: { user: user_id, ...pick(details, (name) => WHO.includes(name)) },
    where: pick(details, (name) => WHERE.includes(name)),
    what: { action, details: pick(details, (name) => !WHO.includes(name) && !WHERE.includes(name)) },
  }
}

function pick(details: EventRow['details'], isWanted: (name: string) => boolean): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(details)
      .filter(([name]) => isWanted(name))
      .map(([name, value]) => [name, asJson(value)]),
  )
}

// Statements know integers only: other numbers, of which languages print different texts, become text here.
function asJson(value: unknown): Json {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : String(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]))
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
