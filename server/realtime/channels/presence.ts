import { randomBytes } from 'node:crypto'
import type { PackedPresence } from '../nodes.ts'

type Meta = Record<string, unknown>
type Entry = { key: string; meta: Meta; node: string }
/** As clients keep it: for each key those who are present under it. */
export type PresenceState = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState }

/** Changes of a short while go out together: a room that fills is one message, not one for each who comes. */
const FLUSH_MS = 25
/** Everybody who comes gets all of them. */
const MOST_PRESENT = 1000

/** Who is present in which topic, here and on other servers. */
export class Presence {
  readonly #topics = new Map<string, Map<string, Entry>>()
  readonly #pending = new Map<string, { joins: Map<string, Entry>; leaves: Map<string, Entry> }>()
  readonly #ownNode: string
  readonly #onDiff: (topic: string, diff: PresenceDiff) => void
  readonly #onOwn: (topic: string, joins: PackedPresence[], leaves: string[]) => void
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    ownNode: string
    onDiff: (topic: string, diff: PresenceDiff) => void
    /** What this server tells the others. */
    onOwn: (topic: string, joins: PackedPresence[], leaves: string[]) => void
  }) {
    this.#ownNode = options.ownNode
    this.#onDiff = options.onDiff
    this.#onOwn = options.onOwn
  }

  /** @param before the reference that this one replaces @returns the new reference; undefined where too many are present */
  track(topic: string, key: string, payload: Meta, before?: string): string | undefined {
    if (before === undefined && (this.#topics.get(topic)?.size ?? 0) >= MOST_PRESENT) return undefined
    const ref = randomBytes(9).toString('base64url')
    const meta = { ...payload, phx_ref: ref, ...(before === undefined ? {} : { phx_ref_prev: before }) }
    if (before !== undefined) this.#remove(topic, before)
    this.#add(topic, ref, { key, meta, node: this.#ownNode })
    this.#onOwn(topic, [[key, ref, meta]], before === undefined ? [] : [before])
    return ref
  }

  untrack(topic: string, ref: string): void {
    this.#remove(topic, ref)
    this.#onOwn(topic, [], [ref])
  }

  stateOf(topic: string): PresenceState {
    return grouped(this.#topics.get(topic)?.values() ?? [])
  }

  /** What another server says of its own. */
  applyFrom(node: string, topic: string, joins: readonly PackedPresence[], leaves: readonly string[]): void {
    for (const ref of leaves) this.#remove(topic, ref)
    for (const [key, ref, meta] of joins) this.#add(topic, ref, { key, meta, node })
  }

  /** Everybody who is present through this server. */
  own(): { topic: string; joins: PackedPresence[] }[] {
    return [...this.#topics].flatMap(([topic, entries]) => {
      const joins = [...entries].flatMap(([ref, { key, meta, node }]): PackedPresence[] =>
        node === this.#ownNode ? [[key, ref, meta]] : [],
      )
      return joins.length > 0 ? [{ topic, joins }] : []
    })
  }

  forgetNode(node: string): void {
    for (const [topic, entries] of this.#topics) {
      for (const [ref, entry] of entries) if (entry.node === node) this.#remove(topic, ref)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #add(topic: string, ref: string, entry: Entry): void {
    const entries = this.#topics.get(topic) ?? new Map<string, Entry>()
    this.#topics.set(topic, entries)
    if (entries.has(ref)) return
    entries.set(ref, entry)
    this.#pendingOf(topic).joins.set(ref, entry)
  }

  #remove(topic: string, ref: string): void {
    const entries = this.#topics.get(topic)
    const entry = entries?.get(ref)
    if (!entries || !entry) return
    entries.delete(ref)
    if (entries.size === 0) this.#topics.delete(topic)
    const pending = this.#pendingOf(topic)
    // It stays among the joins: somebody may have seen it in the whole state already, and clients take both.
    pending.leaves.set(ref, entry)
  }

  #pendingOf(topic: string): { joins: Map<string, Entry>; leaves: Map<string, Entry> } {
    const pending = this.#pending.get(topic) ?? { joins: new Map(), leaves: new Map() }
    this.#pending.set(topic, pending)
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS)
    return pending
  }

  #flush(): void {
    this.#timer = undefined
    const pending = [...this.#pending]
    this.#pending.clear()
    for (const [topic, { joins, leaves }] of pending) {
      this.#onDiff(topic, { joins: grouped(joins.values()), leaves: grouped(leaves.values()) })
    }
  }
}

function grouped(entries: Iterable<Entry>): PresenceState {
  const byKey = new Map<string, { metas: Meta[] }>()
  for (const { key, meta } of entries) {
    const group = byKey.get(key) ?? { metas: [] }
    byKey.set(key, group)
    group.metas.push(meta)
  }
  // Not by assignment: a key may be called __proto__.
  return Object.fromEntries(byKey)
}
