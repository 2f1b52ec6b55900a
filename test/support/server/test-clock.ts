import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'

/**
 * The server's own time in tests: runs with the system's until it is moved, and remembers how long the server would have waited. Nobody is kept
 * waiting: each sign-up is answered after a whole number of steps, and most tests sign somebody up.
 */
export class TestClock implements Clock {
  #aheadMs = 0
  /** As far as it was ever moved: durations never go back. */
  #passedMs = 0
  #stoppedAtMs: number | undefined
  /** Every wait of the server so far, in milliseconds. */
  readonly waits: number[] = []

  nowMs(): number {
    return (this.#stoppedAtMs ?? Date.now()) + this.#aheadMs
  }

  elapsedMs(): number {
    return performance.now() + this.#passedMs
  }

  async sleep(ms: number): Promise<void> {
    this.waits.push(ms)
    await nextTurn()
  }

  /** Moves time on. */
  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000
    this.#passedMs += Math.max(0, seconds * 1000)
  }

  /** From now on only `advance` moves it, so that a slow machine changes no answer. */
  stop(): void {
    this.#stoppedAtMs ??= Date.now()
  }

  /** The system's time again. */
  reset(): void {
    this.#aheadMs = 0
    this.#stoppedAtMs = undefined
  }
}
