import type { Clock } from '#server/clock.ts'

/** Longer than the work of any branch on an idle server, so that every branch takes one step. */
export const STEP_MS = 150

/**
 * Runs `work` and answers after a whole number of steps, so that the duration does not tell which branch ran:
 * a known address and an unknown one look alike. Failures pass at once; they are the same for both.
 */
export async function withConstantDuration<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const started = clock.elapsedMs()
  const result = await work()
  const tookMs = clock.elapsedMs() - started
  await clock.sleep(Math.ceil(tookMs / STEP_MS) * STEP_MS - tookMs)
  return result
}
