import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The server's own time: for what this process signs, remembers or is shown. A time that is stored is compared in PostgreSQL, by its
 * clock, so that all nodes agree. Tests put a clock here that they can move.
 */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs: () => number
  /** Milliseconds that never go back, for durations. */
  elapsedMs: () => number
  /** Waits so many milliseconds. */
  sleep: (ms: number) => Promise<void>
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  sleep: async (ms) => {
    await sleep(ms)
  },
}

/** Whole seconds since 1970, as tokens carry them. */
export const secondsOf = (clock: Clock): number => Math.floor(clock.nowMs() / 1000)
