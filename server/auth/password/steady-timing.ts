import type { Clock } from '#server/clock.ts'

/** Longer than the work of any branch on an idle server, so that every branch ends on the same beat. */
export const BEAT_MS = 150

/**
 * Runs `work` and answers on the next whole beat after its start, so that how long it took does not tell which branch ran:
 * a known address and an unknown one look alike. Failures pass at once; they are the same for both.
 */
export async function onTheBeat<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const started = clock.elapsedMs()
  const result = await work()
  const tookMs = clock.elapsedMs() - started
  await clock.sleep(Math.ceil(tookMs / BEAT_MS) * BEAT_MS - tookMs)
  return result
}
