import { stopWhenInterrupted } from './cleanup.ts'
import type { Sample } from './rounds.ts'
import { percentile } from './statistics.ts'

/** Runs `work` on `lanes` at once for `ms`; each lane begins the next when the last is done. @returns per second, p50 and p99. */
export async function hammer(work: () => Promise<void>, { lanes, ms }: { lanes: number; ms: number }): Promise<Sample> {
  await stopWhenInterrupted()
  const times: number[] = []
  const started = performance.now()
  const until = started + ms
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const from = performance.now()
      await work()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - started) / 1000
  return { 'per second': times.length / seconds, 'p50 ms': percentile(times, 50), 'p99 ms': percentile(times, 99) }
}
