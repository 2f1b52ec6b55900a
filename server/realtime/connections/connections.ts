import type { LiveSessions } from '#server/auth/session/live-sessions.ts'
import type { Connection } from './connection.ts'
import { Budget, OpenCounts, REALTIME_LIMITS, SILENCE_MS } from '../realtime-limits.ts'

/** How late a socket may learn that its session has ended. */
const SESSIONS_EVERY_MS = 3_000
const SILENCE_EVERY_MS = 15_000
const MOST_BUDGETS = 20_000

/** What a channel hears whose token holds no longer. */
const REASONS = {
  ended: 'The session has ended',
  outdated: 'The token is from before the second factor of its session',
  held: 'Something unusual was noticed about the session',
  lacks_way: 'The organisation takes other ways to sign in than that of the session',
  lacks_factor: 'The organisation requires a second factor',
}

/** The connections of this server: how many there may be, and when they end. */
export class Connections {
  readonly #all = new Set<Connection>()
  readonly #addresses = new OpenCounts()
  readonly #people = new OpenCounts()
  readonly #personOf = new Map<Connection, Set<string>>()
  readonly #budgets = new Map<string, Budget>()
  readonly #joinBudgets = new Map<string, Budget>()
  readonly #sessions: Pick<LiveSessions, 'judgeAll'>
  readonly #factor: number
  readonly #most: number
  readonly #timers: NodeJS.Timeout[]

  constructor(
    sessions: Pick<LiveSessions, 'judgeAll'>,
    { factor, most, onError }: { factor: number; most: number; onError: (error: unknown) => void },
  ) {
    this.#sessions = sessions
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

  /**
   * Ends the channels of sessions that have ended, of accounts that are suspended or gone, and of tokens from before a second factor; and their
   * connections with them.
   */
  async endDead(): Promise<void> {
    const judged = [...this.#all].flatMap((connection) =>
      [...connection.channels.values()].map((channel) => ({ connection, channel, claims: channel.caller.claims })),
    )
    const bound = judged.filter(({ claims }) => claims['session_id'])
    const verdicts = await this.#sessions.judgeAll(bound.map(({ claims }) => claims))
    for (const [at, { connection, channel, claims }] of bound.entries()) {
      const verdict = verdicts[at] ?? 'live'
      // A newer token may have come meanwhile.
      if (verdict === 'live' || channel.caller.claims !== claims) continue
      channel.shutDown(REASONS[verdict])
      if (connection.channels.size === 0) connection.close(4001, REASONS[verdict].toLowerCase())
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
