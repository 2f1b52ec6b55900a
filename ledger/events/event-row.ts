import { isKeptForGood } from '#contract/compliance/retention.ts'
import type { Json } from '#crypto/statements/canonical-json.ts'
import { type Entry, type Group, GROUPS, isOpeningOf, openingsOf, type PublicEvent, type Salts } from './entry.ts'
import { type RemovedAfter, removedAfter } from './removed-after.ts'

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
/** Says that something was removed, and is no part of what the event said. */
const MARK = 'removed_after'
const DAY_MS = 86_400_000

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
    what: { action, details: pick(details, (name) => name !== MARK && !WHO.includes(name) && !WHERE.includes(name)) },
  }
}

/** What it said of a person was taken out on purpose, and nothing is left of it. */
export const isErased = ({ user_id: user, details }: EventRow): boolean =>
  user === null && details['erased'] === true && Object.keys(details).length === 1

/**
 * The row as people and exports see it. The action belongs to what was erased or removed, so nothing proves it: the kind, which the
 * entry says openly, takes its place.
 */
export function withProvedAction<Row extends EventRow>(row: Row): Row {
  const isGone = row.details['erased'] === true || removedAfter(row.details).what !== undefined
  return isGone ? { ...row, action: row.event_type } : row
}

/**
 * The groups that were removed because their time is over. A row that says so too early, or still has what it says was removed, is not believed:
 * such a group is compared with the entry like any other.
 */
export function removedGroups(row: EventRow, nowMs: number): readonly Group[] {
  if (isKeptForGood(row.event_type)) return []
  const said = removedAfter(row.details)
  const { at } = publicEventOf(row)
  return GROUPS.filter((group) => {
    const days = said[group]
    // A day for clocks that differ.
    return days !== undefined && nowMs - at >= (days - 1) * DAY_MS && isGone(row, group, said)
  })
}

function isGone({ user_id: user, details }: EventRow, group: Group, said: RemovedAfter): boolean {
  const left = Object.keys(details).filter((name) => name !== MARK)
  if (group === 'where') return !left.some((name) => WHERE.includes(name))
  // Both, or neither: what is left of such an event is its kind.
  return said.who !== undefined && said.what !== undefined && user === null && left.length === 0
}

/** Whether an entry says of a row what everybody may read. */
export function isEntryOf(entry: PublicEvent, row: EventRow): boolean {
  const event = publicEventOf(row)
  return PUBLIC.every((name) => entry[name] === event[name])
}
const PUBLIC = ['id', 'at', 'category', 'type', 'status', 'risk'] as const

/** Whether the entry commits to these groups of a row. */
export function commitsTo(entry: Entry, row: EventRow, salts: Salts, groups: readonly Group[] = GROUPS): boolean {
  const openings = openingsOf(groupsOf(row), salts)
  return groups.every((group) => isOpeningOf(entry, group, openings[group]))
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
