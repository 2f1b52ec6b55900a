import type { Caller } from '../../db/database.ts'
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
const EVERYBODY = 'role/service_role'

/** Whose rows a caller sees: all tokens of one person are one, and so are all visitors. */
const personOf = ({ role, claims }: Caller): string =>
  role === 'authenticated' && typeof claims['sub'] === 'string' ? ownerOf(claims['sub']) : `role/${role}`
const ownerOf = (sub: string): string => `person/${sub}`

/** Subscriptions of this server, found by table and by who listens. */
export class Subscriptions {
  readonly #byPlace = new Map<string, Map<string, Set<Subscription>>>()
  readonly #byListener = new Map<Listener, { person: string; subscriptions: Subscription[] }>()
  #nextId = 1

  nextId(): number {
    return this.#nextId++
  }

  add(subscription: Subscription): void {
    const { listener } = subscription
    const known = this.#byListener.get(listener) ?? { person: personOf(listener.caller), subscriptions: [] }
    this.#byListener.set(listener, known)
    known.subscriptions.push(subscription)
    const place = placeOf(subscription.schema, subscription.table)
    const people = this.#byPlace.get(place) ?? new Map<string, Set<Subscription>>()
    this.#byPlace.set(place, people)
    people.set(known.person, (people.get(known.person) ?? new Set()).add(subscription))
  }

  removeOf(listener: Listener): void {
    for (const subscription of this.#byListener.get(listener)?.subscriptions ?? []) this.remove(subscription)
  }

  remove(subscription: Subscription): void {
    const known = this.#byListener.get(subscription.listener)
    if (!known) return
    known.subscriptions = known.subscriptions.filter((other) => other !== subscription)
    if (known.subscriptions.length === 0) this.#byListener.delete(subscription.listener)
    const place = placeOf(subscription.schema, subscription.table)
    const people = this.#byPlace.get(place)
    const there = people?.get(known.person)
    if (there?.delete(subscription) && there.size === 0) people?.delete(known.person)
    if (people?.size === 0) this.#byPlace.delete(place)
  }

  /** Call when a listener has become another person. */
  moveOf(listener: Listener): void {
    const known = this.#byListener.get(listener)
    if (!known || known.person === personOf(listener.caller)) return
    const { subscriptions } = known
    this.removeOf(listener)
    for (const subscription of subscriptions) this.add(subscription)
  }

  /**
   * Those whom a change of `table` concerns.
   * @param owner of the row: nobody else is looked up. Null: it has none, and is for nobody; undefined: the table names none
   */
  peopleOf(table: WatchedTable, kind: ChangeKind, owner: string | null | undefined): string[] {
    const people =
      owner === undefined ? this.#peopleAt(table) : [EVERYBODY, ...(owner === null ? [] : [ownerOf(owner)])]
    return [...people].filter((person) => this.#at(table, kind, person).length > 0)
  }

  /** What a person listens to of a table, grouped by who reads the same rows. */
  of(table: WatchedTable, kind: ChangeKind, person: string): Subscription[][] {
    const groups = new Map<string, Subscription[]>()
    for (const subscription of this.#at(table, kind, person)) {
      const { callerKey } = subscription.listener
      const group = groups.get(callerKey) ?? []
      groups.set(callerKey, group)
      group.push(subscription)
    }
    return [...groups.values()]
  }

  listeners(): Iterable<Listener> {
    return this.#byListener.keys()
  }

  #peopleAt(table: WatchedTable): Set<string> {
    return new Set(placesOf(table).flatMap((place) => [...(this.#byPlace.get(place)?.keys() ?? [])]))
  }

  #at(table: WatchedTable, kind: ChangeKind, person: string): Subscription[] {
    const there = placesOf(table).flatMap((place) => [...(this.#byPlace.get(place)?.get(person) ?? [])])
    return there.filter(({ event }) => event === '*' || event === kind)
  }
}

const placesOf = ({ schema, name }: WatchedTable): string[] => [
  placeOf(schema, name),
  placeOf(schema),
  placeOf(ANY, name),
  placeOf(ANY),
]
