import { RECEIPT_EVENTS } from '#contract/audit/receipts.ts'
import { openingsOf, saltsOf, writeEntry } from '#ledger/events/entry.ts'
import { groupsOf, publicEventOf } from '#ledger/events/event-row.ts'
import { type PromisedEvent, signReceipt } from '#ledger/events/receipt.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { WrittenEvents } from '../../db/written-events.ts'
import { keysOfEvents } from '../event-keys.ts'
import type { LogKeys } from '../log-keys.ts'
import { type PromisableEvent, promisableEvents } from './receipts.sql.ts'

export type ReceiptServices = { database: Database; keys: LogKeys; clock: Clock; mayGrow: () => Promise<boolean> }

/**
 * Promises callers that the events which they caused will be in the log. An entry is made by the sequencer, up to a second later; what it will be
 * follows from the row and the keys of the person, which do not change before the event is old.
 */
export class Receipts {
  readonly #services: ReceiptServices

  constructor(services: ReceiptServices) {
    this.#services = services
  }

  /**
   * @param nonce of the request.
   * @returns one receipt for each log; none where the caller wrote nothing, and while nothing gets a place.
   */
  async promise({ caller, ids }: WrittenEvents, nonce: string | null): Promise<string[]> {
    const { clock, keys, mayGrow } = this.#services
    if (caller === undefined || ids.length === 0 || !(await mayGrow())) return []
    const promised = new Map<string, PromisedEvent[]>()
    for (const event of await this.#find(caller, ids)) {
      const entry = event.entry ?? entryOf(event)
      const others = promised.get(event.origin) ?? []
      if (entry) promised.set(event.origin, [...others, { id: event.id, leaf: leafHash(entry) }])
    }
    const [sign, at] = [await keys.plainSigner(), clock.nowMs()]
    return Promise.all([...promised].map(([log, events]) => signReceipt({ log, at, nonce, events }, sign)))
  }

  async #find(userId: string, ids: readonly string[]): Promise<PromisableEvent[]> {
    const asked = { ids, userId, atMost: RECEIPT_EVENTS }
    const found = await promisableEvents(this.#services.database, asked)
    const keyless = found.filter(({ entry, key }) => !entry && !key)
    if (keyless.length === 0) return found
    // The first events of a person on a day, which the sequencer would make the keys for.
    const byLog = Map.groupBy(keyless, ({ logId }) => logId)
    // Each log by itself: in one transaction, two requests could wait for each other.
    for (const [logId, events] of byLog) {
      const keyed = events.map(({ row }) => ({ subjectId: userId, row }))
      await this.#services.database.asOwner((db) => keysOfEvents(db, logId, keyed))
    }
    return promisableEvents(this.#services.database, asked)
  }
}

function entryOf({ row, key, whereKey }: PromisableEvent): Uint8Array | undefined {
  if (!key || !whereKey) return undefined
  return writeEntry(publicEventOf(row), openingsOf(groupsOf(row), saltsOf(key, row.id, whereKey)))
}
