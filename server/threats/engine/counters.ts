import { createHmac, hash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'

/** Values of one set that are told apart; a set that is full stays so until its time is over. */
const MOST_MEMBERS = 1024
const MOST_COUNTERS = 200_000
/** Of one exchange with the database; what is left goes with the next. */
const MOST_CHANGES = 2000

/** Windows are counted in so many parts, of which the oldest is forgotten when a new one begins. */
const PARTS = 4

type Window = { windowMs: number; nowMs: number }

type Counter = {
  level: number
  drainPerMs: number
  atMs: number
  members: Set<number> | undefined
  expiresAtMs: number
  /** Not yet sent to the database. */
  added: number
  joined: Set<number> | undefined
  /** Members of this part and the earlier ones, as of the last exchange. */
  union: { members: Set<number>; exchanges: number } | undefined
}

/**
 * What detectors count: levels that drain, and sets whose members are told apart. Decisions are made in memory; `exchange` adds up with the
 * other servers of the installation, so a server misses at most what the others counted since the last exchange, and a new one begins with
 * what all of them know.
 */
export class Counters {
  readonly #secret: Buffer
  readonly #prefix: string
  #lastValue: string | undefined
  #lastMember = 0
  readonly #counters = new Map<string, Counter>()
  readonly #changed = new Map<string, Counter>()
  /** Counters that others may have begun, and until when they count. */
  readonly #wanted = new Map<string, number>()
  #exchanges = 0

  constructor(secret: Buffer) {
    this.#secret = secret
    this.#prefix = createHmac('sha256', secret).update('qs1/threats/members').digest('hex')
  }

  /**
   * Pours `amount` into a level that loses one each `drainSeconds`.
   * @returns the level with it.
   */
  pour(
    key: string,
    { amount = 1, drainSeconds, nowMs }: { amount?: number; drainSeconds: number; nowMs: number },
  ): number {
    const drainPerMs = 1 / (drainSeconds * 1000)
    const counter = this.#take(key, nowMs, drainPerMs)
    counter.level = drained(counter, nowMs) + amount
    counter.atMs = Math.max(counter.atMs, nowMs)
    counter.added += amount
    counter.expiresAtMs = nowMs + counter.level / drainPerMs
    this.#changed.set(key, counter)
    return counter.level
  }

  /** The level as it is now. */
  level(key: string, nowMs: number): number {
    const counter = this.#counters.get(key)
    return counter ? drained(counter, nowMs) : 0
  }

  /**
   * Adds `value` to those of the last `windowMs`.
   * @returns how many different ones there are, of three quarters of that time at least and never of more than all of it, and whether this
   * one is new.
   */
  distinct(key: string, value: string, window: Window): { size: number; isNew: boolean } {
    const current = this.#part(key, window)
    const member = this.#memberOf(value)
    const all = this.#unionOf(current, key, window)
    const isNew = !all.has(member)
    if (all.size < MOST_MEMBERS) all.add(member)
    current.members ??= new Set()
    if (!current.members.has(member) && current.members.size < MOST_MEMBERS) {
      current.members.add(member)
      current.joined ??= new Set()
      current.joined.add(member)
    }
    return { size: all.size, isNew }
  }

  /** Members of all parts, put together once: a decision must not take longer the more there are. */
  #unionOf(current: Counter, key: string, window: Window): Set<number> {
    if (current.union?.exchanges === this.#exchanges) return current.union.members
    const members = new Set(current.members)
    for (const earlier of this.#earlier(key, window)) for (const one of earlier.members ?? []) members.add(one)
    current.union = { members, exchanges: this.#exchanges }
    return members
  }

  /** Events of the last `windowMs`, these ones included; counted over the same time as `distinct`. */
  count(key: string, { amount = 1, ...window }: Window & { amount?: number }): number {
    const current = this.#part(key, window)
    current.level += amount
    current.added += amount
    return current.level + sum(this.#earlier(key, window))
  }

  /** What `count` counted, without another one. */
  counted(key: string, window: Window): number {
    const current = this.#counters.get(partKey(key, indexOf(window)))
    return (current?.level ?? 0) + sum(this.#earlier(key, window))
  }

  /** How many different ones `distinct` was given, without another one. */
  members(key: string, window: Window): number {
    const current = this.#counters.get(partKey(key, indexOf(window)))
    if (current) return this.#unionOf(current, key, window).size
    return new Set(this.#earlier(key, window).flatMap(({ members }) => [...(members ?? [])])).size
  }

  #part(key: string, window: Window): Counter {
    const index = indexOf(window)
    const name = partKey(key, index)
    const partMs = window.windowMs / PARTS
    // What others counted in the earlier parts, or this server before it was started.
    if (!this.#counters.has(name)) {
      for (let back = 1; back < PARTS; back += 1) {
        const earlier = partKey(key, index - back)
        if (!this.#counters.has(earlier) && this.#wanted.size < MOST_COUNTERS)
          this.#wanted.set(earlier, (index - back + PARTS) * partMs)
      }
    }
    const part = this.#take(name, window.nowMs, 0)
    part.expiresAtMs = (index + PARTS) * partMs
    this.#changed.set(name, part)
    return part
  }

  #earlier(key: string, window: Window): Counter[] {
    const found: Counter[] = []
    for (let back = 1; back < PARTS; back += 1) {
      const part = this.#counters.get(partKey(key, indexOf(window) - back))
      if (part) found.push(part)
    }
    return found
  }

  /** Tells the database what was counted since the last time, and takes over what all servers have counted. */
  async exchange(database: Database, nowMs: number): Promise<void> {
    while (this.#changed.size > 0) await this.#sendChanges(database, nowMs)
    while (this.#wanted.size > 0) await this.#askWanted(database, nowMs)
    this.#exchanges += 1
  }

  async #sendChanges(database: Database, nowMs: number): Promise<void> {
    const batch = [...this.#changed].slice(0, MOST_CHANGES)
    const byKey = new Map(batch.map(([key, counter]) => [this.#hash(key), { key, counter, change: take(counter) }]))
    for (const [key] of batch) this.#changed.delete(key)
    try {
      const changes = [...byKey].map(([key, { change }]) => ({ key, ...change }))
      for (const row of await merge(database, changes, nowMs)) {
        const known = byKey.get(row.key)?.counter
        if (known) adopt(known, row, nowMs)
      }
    } catch (error) {
      for (const { key, counter, change } of byKey.values()) {
        counter.added += change.added
        for (const member of change.members ?? []) (counter.joined ??= new Set()).add(member)
        this.#changed.set(key, counter)
      }
      throw error
    }
  }

  async #askWanted(database: Database, nowMs: number): Promise<void> {
    const batch = [...this.#wanted].slice(0, MOST_CHANGES)
    const byKey = new Map(batch.map(([key, expiresAtMs]) => [this.#hash(key), { key, expiresAtMs }]))
    const questions = [...byKey].map(([key, { expiresAtMs }]) => ({ ...NOTHING, key, expires_ms: expiresAtMs }))
    const rows = await merge(database, questions, nowMs)
    for (const [key] of batch) this.#wanted.delete(key)
    for (const row of rows) {
      const known = byKey.get(row.key)
      if (!known) continue
      const counter = this.#take(known.key, nowMs, 0)
      counter.expiresAtMs = known.expiresAtMs
      adopt(counter, row, nowMs)
    }
  }

  #take(key: string, nowMs: number, drainPerMs: number): Counter {
    const known = this.#counters.get(key)
    if (known) return known
    if (this.#counters.size >= MOST_COUNTERS) this.#forgetOldest()
    const made = {
      level: 0,
      drainPerMs,
      atMs: nowMs,
      members: undefined,
      expiresAtMs: nowMs,
      added: 0,
      joined: undefined,
      union: undefined,
    }
    this.#counters.set(key, made)
    return made
  }

  /** One for one, so that no decision waits for a sweep. What the others do not know yet is still sent to them, and comes back from there. */
  #forgetOldest(): void {
    const [oldest] = this.#counters.keys()
    if (oldest !== undefined) this.#counters.delete(oldest)
  }

  /** Keyed: nobody can choose values that count as one. */
  #memberOf(value: string): number {
    // Two detectors are often shown the same value in turn.
    if (this.#lastValue !== value) {
      this.#lastMember = hash('sha256', `${this.#prefix}${value}`, 'buffer').readInt32BE(0)
      this.#lastValue = value
    }
    return this.#lastMember
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#secret).update(`qs1/threats/${key}`).digest('base64url')
  }
}

const indexOf = ({ windowMs, nowMs }: Window): number => Math.floor(nowMs / (windowMs / PARTS))
const partKey = (key: string, index: number): string => `${key}#${index}`
const sum = (counters: readonly Counter[]): number => counters.reduce((all, { level }) => all + level, 0)

const drained = ({ level, drainPerMs, atMs }: Counter, nowMs: number): number =>
  Math.max(0, level - Math.max(0, nowMs - atMs) * drainPerMs)

const NOTHING = { added: 0, drain: 0, members: null }

type Change = { added: number; drain: number; members: number[] | null; expires_ms: number }

function take(counter: Counter): Change {
  const { added, drainPerMs: drain, joined, expiresAtMs: expires_ms } = counter
  counter.added = 0
  counter.joined = undefined
  return { added, drain, members: joined ? [...joined] : null, expires_ms }
}

type Merged = { key: string; level: number; members: number[] | null }

async function merge(database: Database, changes: (Change & { key: string })[], nowMs: number): Promise<Merged[]> {
  const { rows } = await database.owner<Merged>(
    'select m.key, m.level, m.members from threats.merge_counters($1, $2) m',
    [JSON.stringify(changes), nowMs],
  )
  return rows
}

/** What was counted here while the database answered is not in its sums yet. */
function adopt(counter: Counter, row: { level: number; members: number[] | null }, nowMs: number): void {
  counter.level = row.level + counter.added
  counter.atMs = Math.max(counter.atMs, nowMs)
  for (const member of row.members ?? []) (counter.members ??= new Set()).add(member)
}
