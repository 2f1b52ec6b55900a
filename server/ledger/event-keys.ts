import { randomBytes } from 'node:crypto'
import type { EventRow } from '#ledger/events/event-row.ts'
import type { Transaction } from '../db/database.ts'
import { earlyKeys, findEventKeys, insertEventKeys, type KeyOwner, keysFrom } from './event-keys.sql.ts'

const KEY_BYTES = 32
const freshKey = (): Buffer => randomBytes(KEY_BYTES)

export type EventKeys = { readonly key: Buffer; readonly whereKey: Buffer }

type Keyed = { readonly subjectId: string; readonly row: Pick<EventRow, 'created_at' | 'event_category'> }

/**
 * The keys that the salts of events come from, made where there are none. They end with the day's events
 * (docs/decisions/0117-retention-deletes-keys-by-the-day.md).
 *
 * @returns in the order of the events. @throws {Error} for an event whose keys were deleted.
 */
export async function keysOfEvents(db: Transaction, logId: string, events: readonly Keyed[]): Promise<EventKeys[]> {
  const fromMs = await keysFrom(db)
  const isEarly = ({ row }: Keyed) => Date.parse(row.created_at) < fromMs
  const early = await keysBefore(db, events.filter(isEarly))
  const daily = await keysOfDays(db, logId, events.filter((event) => !isEarly(event)).map(ownerOf))
  return events.map((event) => {
    const keys = isEarly(event) ? early.get(event.subjectId) : daily.get(nameOf(ownerOf(event)))
    if (!keys) throw new Error('the key of an event is gone')
    return keys
  })
}

async function keysBefore(db: Transaction, events: readonly Keyed[]): Promise<Map<string, EventKeys>> {
  if (events.length === 0) return new Map()
  // Always in the same order, as locks of rows are taken.
  const subjects = [...new Set(events.map(({ subjectId }) => subjectId))].toSorted()
  const found = await earlyKeys(db, subjects, freshKey)
  return new Map([...found].map(([subject, key]) => [subject, { key, whereKey: key }]))
}

async function keysOfDays(db: Transaction, logId: string, all: readonly KeyOwner[]): Promise<Map<string, EventKeys>> {
  const owners = [...new Map(all.map((owner) => [nameOf(owner), owner])).values()]
  if (owners.length === 0) return new Map()
  let found = await findEventKeys(db, logId, owners)
  const known = new Set(found.map(nameOf))
  const missing = owners.filter((owner) => !known.has(nameOf(owner)))
  if (missing.length > 0) {
    await insertEventKeys(db, logId, missing, freshKey)
    found = await findEventKeys(db, logId, owners)
  }
  return new Map(
    found.flatMap((keys) =>
      keys.whereKey ? [[nameOf(keys), { key: keys.key, whereKey: keys.whereKey }] as const] : [],
    ),
  )
}

const ownerOf = ({ subjectId, row }: Keyed): KeyOwner => ({
  subjectId,
  category: row.event_category,
  day: new Date(row.created_at).toISOString().slice(0, 10),
})
const nameOf = ({ subjectId, category, day }: KeyOwner): string => `${subjectId} ${category} ${day}`
