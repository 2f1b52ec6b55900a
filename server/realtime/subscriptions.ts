import type { Caller } from '../db/database.ts'
import type { WatchedTable } from './catalog.ts'
import type { Condition } from './change-filter.ts'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

/** A channel as the feed of changes sees it. */
export type Listener = {
  readonly caller: Caller
  /** Equal for listeners who see the same rows: same role, same claims. */
  readonly callerKey: string
  /** @param data JSON text of the change */
  sendChange: (ids: readonly number[], data: string) => void
  system: (status: 'ok' | 'error', message: string) => void
}

/** What a channel asked for, once it was found to fit the table. */
export type Subscription = {
  /** The client finds its callback by it. */
  id: number
  listener: Listener
  event: '*' | ChangeKind
  schema: string
  /** Undefined: every watched table of the schema. */
  table: string | undefined
  filterText: string
  filter: readonly Condition[]
  select: readonly string[] | undefined
}

const ANY = '*'
const placeOf = (schema: string, table = ANY): string => JSON.stringify([schema, table])

/** Subscriptions of this server, found by table and by who listens. */
export class Subscriptions {
  readonly #byPlace = new Map<string, Set<Subscription>>()
  readonly #byListener = new Map<Listener, Subscription[]>()
  #nextId = 1

  nextId(): number {
    return this.#nextId++
  }

  add(subscription: Subscription): void {
    const place = placeOf(subscription.schema, subscription.table)
    this.#byPlace.set(place, (this.#byPlace.get(place) ?? new Set()).add(subscription))
    const { listener } = subscription
    this.#byListener.set(listener, [...(this.#byListener.get(listener) ?? []), subscription])
  }

  removeOf(listener: Listener): void {
    for (const subscription of this.#byListener.get(listener) ?? []) {
      const place = placeOf(subscription.schema, subscription.table)
      const there = this.#byPlace.get(place)
      if (there?.delete(subscription) && there.size === 0) this.#byPlace.delete(place)
    }
    this.#byListener.delete(listener)
  }

  /**
   * Those that a change of `table` concerns, grouped by who reads the same rows.
   * @param owner of the row, where the table names one: others are not asked for
   */
  of(table: WatchedTable, kind: ChangeKind, owner: string | undefined): Subscription[][] {
    const places = [placeOf(table.schema, table.name), placeOf(table.schema), placeOf(ANY, table.name), placeOf(ANY)]
    const groups = new Map<string, Subscription[]>()
    for (const subscription of places.flatMap((place) => [...(this.#byPlace.get(place) ?? [])])) {
      const { event, listener } = subscription
      if (event !== '*' && event !== kind) continue
      if (owner !== undefined && !isOf(listener.caller, owner)) continue
      const group = groups.get(listener.callerKey) ?? []
      groups.set(listener.callerKey, group)
      group.push(subscription)
    }
    return [...groups.values()]
  }

  listeners(): Iterable<Listener> {
    return this.#byListener.keys()
  }
}

const isOf = ({ role, claims }: Caller, owner: string): boolean => role === 'service_role' || claims['sub'] === owner
