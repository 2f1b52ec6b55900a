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

/** Milliseconds after which work of `tookMs` is answered. */
async function answeredAfter(clock: ReturnType<typeof handClock>, tookMs: number): Promise<number> {
  const started = clock.elapsedMs()
  await withConstantDuration(clock, async () => clock.take(tookMs))
  return Math.round(clock.elapsedMs() - started)
}

test('once the longer branch takes a step more, the shorter one does as well, for a minute', async () => {
  const clock = handClock()
  expect(await answeredAfter(clock, 20)).toBe(150)
  expect(await answeredAfter(clock, 160)).toBe(300)
  clock.take(59_000)
  // Answers that wait neither end it nor prolong it.
  expect(await answeredAfter(clock, 20)).toBe(300)
  expect(await answeredAfter(clock, 20)).toBe(300)
  // A minute since the longer one ended, which then waited for 140 ms.
  clock.take(60_000 - 59_000 - 600 - 140)
  expect(await answeredAfter(clock, 0)).toBe(0)
})

test('what is still slow prolongs it, and one answer that is very slow makes others wait four steps', async () => {
  const clock = handClock()
  await answeredAfter(clock, 160)
  clock.take(59_000)
  await answeredAfter(clock, 160)
  clock.take(59_000)
  expect(await answeredAfter(clock, 20)).toBe(300)
  expect(await answeredAfter(clock, 10_000)).toBe(10_050)
  expect(await answeredAfter(clock, 20)).toBe(600)
})
