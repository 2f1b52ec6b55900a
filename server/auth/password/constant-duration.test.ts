import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Clock } from '#server/clock.ts'
import { withConstantDuration } from './constant-duration.ts'

/** Time that passes only when something takes or waits for some. */
function handClock(): Clock & { take: (ms: number) => void } {
  let elapsed = 1234.5
  return {
    nowMs: () => 0,
    elapsedMs: () => elapsed,
    // Later, so that an answer which does not wait comes too early.
    sleep: async (ms) => {
      await nextTurn()
      elapsed += ms
    },
    take: (ms) => void (elapsed += ms),
  }
}

test.each([
  [0, 0],
  [1, 150],
  [149.5, 150],
  [150, 150],
  [151, 300],
  [449, 450],
])('work of %d ms is answered after %d ms', async (tookMs, answeredMs) => {
  const clock = handClock()
  const started = clock.elapsedMs()
  const answer = await withConstantDuration(clock, async () => {
    clock.take(tookMs)
    return 'done'
  })
  expect(answer).toBe('done')
  expect(clock.elapsedMs() - started).toBeCloseTo(answeredMs, 6)
})

test('a failure is not held back', async () => {
  const clock = handClock()
  const started = clock.elapsedMs()
  await expect(withConstantDuration(clock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(clock.elapsedMs()).toBe(started)
})
