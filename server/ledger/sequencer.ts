import { randomUUID } from 'node:crypto'
import { openingsOf, saltsOf, writeEntry } from '#ledger/events/entry.ts'
import { type EventRow, groupsOf, publicEventOf } from '#ledger/events/event-row.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type EventKeys, keysOfEvents } from './event-keys.ts'
import { growLog } from './grow-log.ts'
import {
  insertLog,
  type Leaf,
  lockCurrentLog,
  type Log,
  type LogKind,
  takeWaiting,
  tryToSequence,
  type Waiting,
} from './ledger.sql.ts'
import { newOrigin } from './origins.ts'

export type SequencerServices = { database: Database; clock: Clock; publicUrl: string }

/**
 * Gives events their places. Any number of servers may run one: the transaction holds a lock, takes what waits, and either all of it is in
 * the logs or nothing happened.
 *
 * @returns how many events got a place; undefined while another server does it.
 */
export function sequence(services: SequencerServices, atMost: number): Promise<number | undefined> {
  return services.database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return undefined
    const waiting = await takeWaiting(db, atMost)
    // Always in the same order, as locks of rows are taken.
    const tenants = [...new Set(waiting.map(({ tenantId }) => tenantId))].sort(byText)
    for (const tenant of tenants) {
      await placeEvents(
        db,
        await currentLog(db, services, tenant),
        waiting.filter(({ tenantId }) => tenantId === tenant),
        services.clock.nowMs(),
      )
    }
    return waiting.length
  })
}

const byText = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1)

const currentLog = (db: Transaction, services: SequencerServices, tenantId: string | null): Promise<Log> =>
  openLog(db, services, tenantId === null ? 'system' : 'organisation', tenantId)

/** The log that grows now, made where there is none. Within a transaction that holds the lock. */
export async function openLog(
  db: Transaction,
  { publicUrl }: { publicUrl: string },
  kind: LogKind,
  tenantId: string | null,
): Promise<Log> {
  const known = await lockCurrentLog(db, kind, tenantId)
  if (known) return known
  const id = randomUUID()
  const origin = await newOrigin(db, publicUrl, { id, kind, epoch: 1 })
  return insertLog(db, { id, kind, tenantId, epoch: 1, origin })
}

async function placeEvents(db: Transaction, log: Log, waiting: readonly Waiting[], nowMs: number): Promise<void> {
  const events = waiting.map(({ eventId, row }) => {
    const placed = row ?? missingRow(eventId, nowMs)
    // What nobody did belongs to the log itself.
    return { eventId, row: placed, isThere: row !== null, subjectId: placed.user_id ?? log.id }
  })
  const keys = await keysOfEvents(db, log.id, events)
  const leaves = events.flatMap((event, at): Leaf[] => {
    const own = keys[at]
    return own ? [{ eventId: event.eventId, entry: entryOf(event, own) }] : []
  })
  await growLog(db, log, leaves, waiting.filter(({ isImport }) => isImport).length)
}

function entryOf({ row, isThere }: { row: EventRow; isThere: boolean }, { key, whereKey }: EventKeys): Uint8Array {
  const groups = isThere ? groupsOf(row) : { who: {}, where: {}, what: {} }
  return writeEntry(publicEventOf(row), openingsOf(groups, saltsOf(key, row.id, whereKey)))
}

/** Somebody with the rights of the owner removed the row before it got its place: that stays visible. */
function missingRow(eventId: string, nowMs: number): EventRow {
  return {
    id: eventId,
    created_at: new Date(nowMs).toISOString(),
    event_category: 'security_incident',
    event_type: 'ledger.event_missing',
    user_id: null,
    action: '',
    status: 'failure',
    risk_level: 'critical',
    details: {},
  }
}
