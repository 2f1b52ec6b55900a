import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { networkOf } from '../../http/rate-limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Beyond it the oldest are forgotten, and would count again. */
const MOST = 50_000

type Visit = { code: string; address: string; userAgent: string }

/**
 * Who followed which link within the last minute, so that reloading counts once. Kept in the memory of this process alone, as hashes under a key
 * that is random and another one each day: nothing of it is stored, and nobody can be found again by it the day after.
 */
export class RecentVisitors {
  readonly #clock: Clock
  readonly #seen = new Map<string, number>()
  #key = randomBytes(32)
  #keySinceMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#keySinceMs = clock.elapsedMs()
  }

  /** Whether this is a visit of its own, and remembers it. One that is repeated within a minute begins the minute again. */
  isNew({ code, address, userAgent }: Visit): boolean {
    const now = this.#clock.elapsedMs()
    this.#forget(now)
    const hash = createHmac('sha256', this.#key)
      .update(JSON.stringify([code, networkOf(address), userAgent]))
      .digest('base64url')
    const isNew = !this.#seen.has(hash)
    // Last in the order in which they are forgotten.
    this.#seen.delete(hash)
    this.#seen.set(hash, now)
    return isNew
  }

  #forget(now: number): void {
    if (now - this.#keySinceMs >= DAY_MS) {
      this.#key = randomBytes(32)
      this.#keySinceMs = now
      this.#seen.clear()
    }
    for (const [hash, at] of this.#seen) {
      if (now - at < MINUTE_MS && this.#seen.size < MOST) break
      this.#seen.delete(hash)
    }
  }
}

/** Programs that follow links by themselves say so; what does not say what it is counts as one. */
const PROGRAM =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|scan|preview|fetch|monitor|headless|lighthouse|archive|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|okhttp|axios|node|httpclient|libwww|postman/i

export const isProgram = (userAgent: string | undefined): boolean =>
  userAgent === undefined || userAgent.trim() === '' || PROGRAM.test(userAgent)
