import { DatabaseError } from 'pg'
import type { Caller, Database } from '../db/database.ts'
import { type Catalog, readableBy, type WatchedTable } from './catalog.ts'
import { changeData } from './change-data.ts'
import { type Key, readKeys, readRows } from './changes.sql.ts'
import type { ChangeKind, Subscription, Subscriptions } from './subscriptions.ts'
import { Turns } from './turns.ts'

/** A notification of `realtime.announce()`. */
type Announcement = { r: number; t: ChangeKind; o?: string; k: Key[] }
type Batch = { table: WatchedTable; kind: ChangeKind; owner: string | undefined; keys: Key[]; atMs: number }

/** Rows read with one statement. */
const ROWS_AT_ONCE = 100
/** Rows that wait to be read; a bulk write beyond that is not announced row by row. */
const MOST_WAITING = 20_000
const READS_AT_ONCE = 3

type Services = {
  database: Database
  catalog: Catalog
  subscriptions: Subscriptions
  /** Whether what the caller's token says still holds. */
  isLive: (caller: Caller) => Promise<boolean>
  onError: (error: unknown) => void
}

/** Turns announced keys into what each listener may see: every row is read again as the person who listens. */
export class Changes {
  readonly #services: Services
  readonly #turns = new Turns({ atOnce: READS_AT_ONCE, mostWaiting: Infinity })
  readonly #waiting: Batch[] = []
  #waitingRows = 0
  #isReading = false

  constructor(services: Services) {
    this.#services = services
  }

  /** @param text of a notification after its first letter */
  async hear(text: string): Promise<void> {
    const { r, t: kind, o: owner, k: keys } = JSON.parse(text) as Announcement
    const table = (await this.#services.catalog.tables()).get(r)
    if (!table || this.#services.subscriptions.of(table, kind, owner).length === 0) return
    if (this.#waitingRows + keys.length > MOST_WAITING) return this.#skip(table, kind, owner)
    this.#waiting.push({ table, kind, owner, keys, atMs: Date.now() })
    this.#waitingRows += keys.length
    if (!this.#isReading) void this.#drain()
  }

  /** Tells everybody that changes may have gone unheard. */
  resume(): void {
    for (const listener of this.#services.subscriptions.listeners()) {
      listener.system('ok', 'Subscribed to PostgreSQL')
    }
  }

  #skip(table: WatchedTable, kind: ChangeKind, owner: string | undefined): void {
    const listeners = new Set(
      this.#services.subscriptions
        .of(table, kind, owner)
        .flat()
        .map(({ listener }) => listener),
    )
    for (const listener of listeners)
      listener.system('error', `Too many changes at once of ${table.name}: some are left out`)
  }

  async #drain(): Promise<void> {
    this.#isReading = true
    for (let batch = this.#waiting.shift(); batch; batch = this.#waiting.shift()) {
      const { table, kind, owner, keys } = batch
      for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
        const part = { ...batch, keys: keys.slice(start, start + ROWS_AT_ONCE) }
        // Those who listen now: somebody may have left while others were read.
        const groups = this.#services.subscriptions.of(table, kind, owner)
        await Promise.all(groups.map((group) => this.#turns.run(() => this.#tell(part, group))))
      }
      this.#waitingRows -= keys.length
    }
    this.#isReading = false
  }

  /** Reads the rows as one caller and tells all channels of this caller. */
  async #tell(batch: Batch, group: Subscription[]): Promise<void> {
    const caller = group[0]?.listener.caller
    if (!caller) return
    try {
      if (!(await this.#services.isLive(caller))) return
      await this.#read(batch, caller, group)
    } catch (error) {
      this.#services.onError(error)
      // A filter that cannot be tried on these rows, or takes too long, is its owner's own affair.
      const message = error instanceof DatabaseError ? error.message : 'the database did not answer'
      for (const { listener } of group) listener.system('error', `Changes could not be read: ${message}`)
    }
  }

  async #read({ table, kind, keys, atMs }: Batch, caller: Caller, group: Subscription[]): Promise<void> {
    const { database } = this.#services
    const columns = readableBy(table, caller.role)
    if (!table.keys.every((key) => columns.some(({ name }) => name === key))) return
    const filters = new Map(group.map(({ filterText, filter }) => [filterText, filter]))
    const order = [...filters.keys()]
    const reading = { table, keys, filters: [...filters.values()] }
    const rows = await (kind === 'DELETE' ? readKeys : readRows)(database, caller, reading)
    for (const { n, record, isTooLarge, passes } of rows) {
      const hearing = group.filter(({ filterText }) => passes[order.indexOf(filterText)])
      for (const part of grouped(hearing)) {
        const [{ listener, select } = {}] = part
        const data = changeData({ table, kind, key: keys[n] ?? [], record, isTooLarge, columns, select, atMs })
        listener?.sendChange(
          part.map(({ id }) => id),
          data,
        )
      }
    }
  }
}

/** One message for each channel, and for each choice of columns in it. */
function grouped(subscriptions: Subscription[]): Subscription[][] {
  const parts = new Map<object, Map<string, Subscription[]>>()
  for (const subscription of subscriptions) {
    const bySelect = parts.get(subscription.listener) ?? new Map<string, Subscription[]>()
    parts.set(subscription.listener, bySelect)
    const choice = JSON.stringify(subscription.select ?? null)
    bySelect.set(choice, [...(bySelect.get(choice) ?? []), subscription])
  }
  return [...parts.values()].flatMap((bySelect) => [...bySelect.values()])
}
