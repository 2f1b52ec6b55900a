import { randomBytes, randomUUID } from 'node:crypto'
import { openingsOf, type PublicEvent, saltsOf, writeEntry } from '#ledger/events/entry.ts'
import { groupsOf, publicEventOf } from '#ledger/events/event-row.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growLog } from './grow-log.ts'
import {
  insertLog,
  keysOfSubjects,
  type Leaf,
  lockCurrentLog,
  type Log,
  type LogKind,
  takeWaiting,
  tryToSequence,
  type Waiting,
} from './ledger.sql.ts'
import { newOrigin } from './origins.ts'

const KEY_BYTES = 32

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
  // What nobody did belongs to the log itself.
  const subjectOf = ({ row }: Waiting): string => row?.user_id ?? log.id
  const subjects = [...new Set(waiting.map(subjectOf))].sort()
  const keys = await keysOfSubjects(db, subjects, () => randomBytes(KEY_BYTES))
  const leaves = waiting.map((event): Leaf => {
    const key = keys.get(subjectOf(event))
    if (!key) throw new Error('a person has no key for their events')
    return { eventId: event.eventId, entry: entryOf(event, key, nowMs) }
  })
  await growLog(db, log, leaves, waiting.filter(({ isImport }) => isImport).length)
}

function entryOf({ eventId, row }: Waiting, key: Buffer, nowMs: number): Uint8Array {
  if (row) return writeEntry(publicEventOf(row), openingsOf(groupsOf(row), saltsOf(key, row.id)))
  // Somebody with the rights of the owner removed the row before it got its place: that stays visible.
  const missing: PublicEvent = {
    id: eventId,
    at: nowMs,
    category: 'security_incident',
    type: 'ledger.event_missing',
    status: 'failure',
    risk: 'critical',
  }
  return writeEntry(missing, openingsOf({ who: {}, where: {}, what: {} }, saltsOf(key, eventId)))
}
