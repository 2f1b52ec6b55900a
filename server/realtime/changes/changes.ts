import { DatabaseError } from 'pg'
import type { Caller, Database } from '../../db/database.ts'
import { type Catalog, readableBy, type WatchedTable } from './catalog.ts'
import { changeData } from './change-data.ts'
import { type Key, readKeys, readRows } from './changes.sql.ts'
import type { ChangeKind, Subscription, Subscriptions } from './subscriptions.ts'
import { Turns } from '../connections/turns.ts'

/** A notification of `realtime.announce()`: keys, and for each its owner where the table names one. */
type Announcement = { r: number; t: ChangeKind; o?: (string | null)[]; k: Key[] }
type Row = { key: Key; atMs: number }
type Batch = { table: WatchedTable; kind: ChangeKind; rows: Row[] }
/** What waits to be read for one person. */
type Line = { batches: Batch[]; rows: number }

/** Rows read with one statement. */
const ROWS_AT_ONCE = 100
/** Rows that wait for one person, and for all; a bulk write beyond that is not announced row by row. */
const MOST_WAITING = 20_000
const MOST_WAITING_IN_ALL = 500_000
const READS_AT_ONCE = 3
/** Of PostgreSQL, for a statement that took too long. */
const QUERY_CANCELED = '57014'

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
  // One for each person, so that nobody waits for the reading of somebody else but for their turn.
  readonly #lines = new Map<string, Line>()
  #waitingRows = 0

  constructor(services: Services) {
    this.#services = services
  }

  /** @param text of a notification after its first letter */
  async hear(text: string): Promise<void> {
    const { r, t: kind, o: owners, k: keys } = JSON.parse(text) as Announcement
    const table = (await this.#services.catalog.tables()).get(r)
    // Without its owner, such a row would be announced to everybody.
    if (!table || (table.hasOwner && !owners)) return
    const atMs = Date.now()
    const byOwner = new Map<string | null | undefined, Row[]>()
    for (const [i, key] of keys.entries()) {
      const owner = owners && (owners[i] ?? null)
      const rows = byOwner.get(owner) ?? []
      byOwner.set(owner, rows)
      rows.push({ key, atMs })
    }
    for (const [owner, rows] of byOwner) {
      for (const person of this.#services.subscriptions.peopleOf(table, kind, owner)) {
        this.#add(person, { table, kind, rows })
      }
    }
  }

  /** Tells everybody that changes may have gone unheard. */
  resume(): void {
    for (const listener of this.#services.subscriptions.listeners()) {
      listener.system('ok', 'Subscribed to PostgreSQL')
    }
  }

  #add(person: string, batch: Batch): void {
    const count = batch.rows.length
    const line = this.#lines.get(person) ?? { batches: [], rows: 0 }
    if (line.rows + count > MOST_WAITING || this.#waitingRows + count > MOST_WAITING_IN_ALL) {
      return this.#skip(person, batch)
    }
    line.batches.push(batch)
    line.rows += count
    this.#waitingRows += count
    if (this.#lines.has(person)) return
    this.#lines.set(person, line)
    void this.#drain(person, line)
  }

  #skip(person: string, { table, kind }: Batch): void {
    const subscriptions = this.#services.subscriptions.of(table, kind, person).flat()
    for (const listener of new Set(subscriptions.map(({ listener }) => listener)))
      listener.system('error', `Too many changes at once of ${table.name}: some are left out`)
  }

  async #drain(person: string, line: Line): Promise<void> {
    for (let batch = takeNext(line); batch; batch = takeNext(line)) {
      const { table, kind, rows } = batch
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        const part = { table, kind, rows: rows.slice(start, start + ROWS_AT_ONCE) }
        // What the person listens to now: some of it may have ended while other rows were read.
        for (const group of this.#services.subscriptions.of(table, kind, person)) await this.#tell(part, group)
      }
      line.rows -= rows.length
      this.#waitingRows -= rows.length
    }
    this.#lines.delete(person)
  }

  /** Reads the rows as one caller and tells all channels of this caller. */
  async #tell(batch: Batch, group: Subscription[]): Promise<void> {
    const caller = group[0]?.listener.caller
    if (!caller) return
    try {
      await this.#turns.run(async () => {
        if (await this.#services.isLive(caller)) await this.#read(batch, caller, group)
      })
    } catch (error) {
      if (error instanceof DatabaseError && error.code === QUERY_CANCELED) return this.#tellApart(batch, group)
      this.#services.onError(error)
      // A filter that cannot be tried on these rows is its owner's own affair.
      const message = error instanceof DatabaseError ? error.message : 'the database did not answer'
      for (const { listener } of group) listener.system('error', `Changes could not be read: ${message}`)
    }
  }

  /** After a reading that took too long: finds the filter that caused it and ends its subscriptions. The caller's other subscriptions stay. */
  async #tellApart(batch: Batch, group: Subscription[]): Promise<void> {
    const texts = [...new Set(group.map(({ filterText }) => filterText))]
    if (texts.length > 1) {
      const half = new Set(texts.slice(0, texts.length / 2))
      await this.#tell(
        batch,
        group.filter(({ filterText }) => half.has(filterText)),
      )
      return this.#tell(
        batch,
        group.filter(({ filterText }) => !half.has(filterText)),
      )
    }
    for (const subscription of group) {
      const { listener, filter } = subscription
      if (filter.length > 0) this.#services.subscriptions.remove(subscription)
      listener.system(
        'error',
        filter.length > 0
          ? 'Unsubscribed from changes: the filter takes too long'
          : `Changes of ${batch.table.name} took too long to read: some are left out`,
      )
    }
  }

  async #read({ table, kind, rows: changed }: Batch, caller: Caller, group: Subscription[]): Promise<void> {
    const { database } = this.#services
    const columns = readableBy(table, caller.role)
    if (!table.keys.every((key) => columns.some(({ name }) => name === key))) return
    const filters = new Map(group.map(({ filterText, filter }) => [filterText, filter]))
    const order = [...filters.keys()]
    const reading = { table, keys: changed.map(({ key }) => key), filters: [...filters.values()] }
    const rows = await (kind === 'DELETE' ? readKeys : readRows)(database, caller, reading)
    for (const { n, record, isTooLarge, passes } of rows) {
      const hearing = group.filter(({ filterText }) => passes[order.indexOf(filterText)])
      for (const part of grouped(hearing)) {
        const [{ listener, select } = {}] = part
        const { key = [], atMs = 0 } = changed[n] ?? {}
        const data = changeData({ table, kind, key, record, isTooLarge, columns, select, atMs })
        listener?.sendChange(
          part.map(({ id }) => id),
          data,
        )
      }
    }
  }
}

/** What waits first, with what follows of the same kind: the longer somebody waits, the more is read with one statement. */
function takeNext({ batches }: Line): Batch | undefined {
  const first = batches.shift()
  if (!first) return undefined
  const { table, kind } = first
  const rows = [...first.rows]
  for (let [next] = batches; next?.table === table && next.kind === kind; [next] = batches) {
    if (rows.length + next.rows.length > ROWS_AT_ONCE) break
    rows.push(...next.rows)
    batches.shift()
  }
  return { table, kind, rows }
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
