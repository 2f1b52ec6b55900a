import type { Database } from '../../db/database.ts'
import type { Connection } from './connection.ts'
import { Budget, OpenCounts, REALTIME_LIMITS, SILENCE_MS } from '../realtime-limits.ts'

/** How late a socket may learn that its session has ended. */
const SESSIONS_EVERY_MS = 3_000
const SILENCE_EVERY_MS = 15_000
const MOST_BUDGETS = 20_000

const LIVE = `
  select s.id from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = any ($1) and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`

/** The connections of this server: how many there may be, and when they end. */
export class Connections {
  readonly #all = new Set<Connection>()
  readonly #addresses = new OpenCounts()
  readonly #people = new OpenCounts()
  readonly #personOf = new Map<Connection, Set<string>>()
  readonly #budgets = new Map<string, Budget>()
  readonly #joinBudgets = new Map<string, Budget>()
  readonly #database: Database
  readonly #factor: number
  readonly #most: number
  readonly #timers: NodeJS.Timeout[]

  constructor(
    database: Database,
    { factor, most, onError }: { factor: number; most: number; onError: (error: unknown) => void },
  ) {
    this.#database = database
    this.#factor = factor
    this.#most = most
    this.#timers = [
      setInterval(() => void this.endDead().catch(onError), SESSIONS_EVERY_MS),
      setInterval(() => this.#endSilent(), SILENCE_EVERY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Why another connection from `address` cannot be, as an HTTP status. */
  refusal(address: string): 429 | 503 | undefined {
    if (this.#all.size >= this.#most) return 503
    const most = Math.max(1, Math.floor(REALTIME_LIMITS.connectionsPerAddress * this.#factor))
    return this.#addresses.of(address) >= most ? 429 : undefined
  }

  add(connection: Connection, address: string): () => void {
    this.#all.add(connection)
    this.#addresses.add(address)
    return () => {
      this.#all.delete(connection)
      this.#addresses.remove(address)
      for (const person of this.#personOf.get(connection) ?? []) this.#people.remove(person)
      this.#personOf.delete(connection)
    }
  }

  /** Counts a connection for a person whose token came over it. False when there are too many. */
  admit(connection: Connection, person: string): boolean {
    const people = this.#personOf.get(connection) ?? new Set()
    if (people.has(person) || !this.#all.has(connection)) return true
    if (this.#people.of(person) >= Math.max(1, REALTIME_LIMITS.connectionsPerAccount * this.#factor)) return false
    this.#personOf.set(connection, people.add(person))
    this.#people.add(person)
    return true
  }

  budgetOf(subject: string): Budget {
    return this.#budgetIn(this.#budgets, subject, REALTIME_LIMITS.messagesPerSubject)
  }

  joinBudgetOf(subject: string): Budget {
    return this.#budgetIn(this.#joinBudgets, subject, REALTIME_LIMITS.joinsPerSubject)
  }

  #budgetIn(budgets: Map<string, Budget>, subject: string, limit: { burst: number; perSecond: number }): Budget {
    const known = budgets.get(subject)
    if (known) return known
    // So many at once are a flood from everywhere; then all begin again.
    if (budgets.size >= MOST_BUDGETS) budgets.clear()
    const budget = new Budget(limit, this.#factor)
    budgets.set(subject, budget)
    return budget
  }

  /** Ends the channels of sessions that have ended, of accounts that are suspended or gone, and their connections with them. */
  async endDead(): Promise<void> {
    const sessions = new Set<string>()
    for (const { channels } of this.#all) {
      for (const { caller } of channels.values()) if (caller.claims['session_id']) sessions.add(sessionOf(caller))
    }
    if (sessions.size === 0) return
    const { rows } = await this.#database.owner<{ id: string }>(LIVE, [[...sessions]])
    const live = new Set(rows.map(({ id }) => id))
    for (const connection of this.#all) {
      const dead = [...connection.channels.values()].filter(
        ({ caller }) => caller.claims['session_id'] && sessions.has(sessionOf(caller)) && !live.has(sessionOf(caller)),
      )
      for (const channel of dead) channel.shutDown('The session has ended')
      if (dead.length > 0 && connection.channels.size === 0) connection.close(4001, 'the session has ended')
    }
  }

  /** Asks all clients to connect again, elsewhere or later. */
  closeAll(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const connection of this.#all) connection.close(1001, 'the server is restarting')
  }

  #endSilent(): void {
    const nowMs = performance.now()
    for (const connection of this.#all) {
      if (nowMs - connection.heardAtMs > SILENCE_MS) connection.close(1000, 'no heartbeat')
    }
  }
}

const sessionOf = ({ claims }: { claims: Record<string, unknown> }): string => String(claims['session_id'])
