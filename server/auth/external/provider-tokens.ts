import type { Clock } from '#server/clock.ts'

/** As long as the code that they wait for. */
const LIFE_MS = 600_000
const MOST = 10_000

/** What a provider gave for its own services. We use none of it. */
export type TokensOfProvider = { provider_token?: string; provider_refresh_token?: string }

/**
 * Keeps tokens of providers between the callback and the exchange of its code, in memory only: a copy of the database must
 * not open other people's Google accounts. Another node, or a restart, answers without them.
 */
export class ProviderTokens {
  readonly #clock: Clock
  readonly #waiting = new Map<string, { tokens: TokensOfProvider; untilMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  keep(code: string, tokens: TokensOfProvider): void {
    const now = this.#clock.elapsedMs()
    for (const [known, { untilMs }] of this.#waiting) {
      // In order of age, so the first one alive ends it.
      if (untilMs > now && this.#waiting.size < MOST) break
      this.#waiting.delete(known)
    }
    this.#waiting.set(code, { tokens, untilMs: now + LIFE_MS })
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size
  }

  /** Hands them out once. */
  take(code: string): TokensOfProvider {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && found.untilMs > this.#clock.elapsedMs() ? found.tokens : {}
  }
}
