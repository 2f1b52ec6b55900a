import type { Clock } from '#server/clock.ts'

/** Longer than the work of any branch on an idle server, so that every branch takes one step. */
export const STEP_MS = 150
/** On a busy server the branch with more work may take a step more: from then on, for this long, every other one takes as many. */
const HELD_MS = 60_000
/** Maximum of steps that one slow answer gives to others. */
export const MAX_HELD_STEPS = 4

type Held = { steps: number; untilMs: number }
const ofClock = new WeakMap<Clock, Held>()

/**
 * Runs `work` and answers after a whole number of steps, so that the duration does not tell which branch ran:
 * a known address and an unknown one look alike. Failures pass at once; they are the same for both.
 */
export async function withConstantDuration<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const started = clock.elapsedMs()
  const result = await work()
  const endedMs = clock.elapsedMs()
  const own = Math.ceil((endedMs - started) / STEP_MS)
  const steps = Math.max(own, heldSteps(clock, endedMs))
  hold(clock, own, endedMs)
  await clock.sleep(started + steps * STEP_MS - endedMs)
  return result
}

function heldSteps(clock: Clock, nowMs: number): number {
  const held = ofClock.get(clock)
  return held && nowMs < held.untilMs ? held.steps : 0
}

/** Only what work took by itself counts: answers that waited for others would prolong it for ever. */
function hold(clock: Clock, own: number, nowMs: number): void {
  const steps = Math.min(own, MAX_HELD_STEPS)
  if (steps >= heldSteps(clock, nowMs)) ofClock.set(clock, { steps, untilMs: nowMs + HELD_MS })
}
