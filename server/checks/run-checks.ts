import { BROWSER_CHECKS, CHECK_LIMITS, type CheckId } from '#contract/checks/checks.ts'
import { withoutSecrets } from '../process/without-secrets.ts'
import { type Check, type CheckContext, CheckFailure, failed, type Outcome, skipped } from './check.ts'

type Plan = {
  /** In the order in which they begin. */
  checks: readonly (readonly [CheckId, Check])[]
  /** What each check works with; made for it. */
  contextFor: (id: CheckId, signal: AbortSignal) => CheckContext
  /** Saved before the next check begins. @returns false when the run is not to continue. */
  onStart: (id: CheckId) => Promise<boolean>
  onEnd: (id: CheckId, outcome: Outcome, durationMs: number) => Promise<void>
  /** Aborted where the run is cancelled. */
  signal: AbortSignal
  /** A browser takes part, whose answers some checks wait for. */
  withBrowser: boolean
  /** Multiplies the time that each check and the whole run may take; what did not begin by then is skipped. */
  patience: number
}

const ERROR_LETTERS = 500

/** Makes the checks, a few at a time, each within its time. @returns false when it was cancelled. */
export async function runChecks(plan: Plan): Promise<boolean> {
  const { checks, onStart, onEnd, signal, patience } = plan
  const begun = performance.now()
  const waiting = [...checks]
  let isCancelled = false
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !isCancelled; next = waiting.shift()) {
      const [id, check] = next
      if (signal.aborted || !(await onStart(id))) {
        isCancelled = true
        return
      }
      const isLate = performance.now() - begun > CHECK_LIMITS.runMs * patience
      const startedMs = performance.now()
      const outcome = isLate ? skipped('out_of_time') : await runOne(plan, id, check)
      // What a cancelled check was about to find says nothing.
      if (signal.aborted) isCancelled = true
      else await onEnd(id, outcome, Math.round(performance.now() - startedMs))
    }
  }
  await Promise.all(Array.from({ length: CHECK_LIMITS.width }, work))
  return !isCancelled
}

async function runOne(
  { contextFor, signal, withBrowser, patience }: Plan,
  id: CheckId,
  check: Check,
): Promise<Outcome> {
  const checkMs = (CHECK_LIMITS.checkMs + (withBrowser && isOfBrowser(id) ? CHECK_LIMITS.browserMs : 0)) * patience
  const ended = new AbortController()
  const limit = AbortSignal.any([signal, ended.signal])
  const late = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => {
    ended.abort()
    late.resolve(failed(`It was not done within ${checkMs / 1000} seconds`))
  }, checkMs)
  const made = check(contextFor(id, limit)).catch(outcomeOf)
  const outcome = await Promise.race([made, late.promise])
  clearTimeout(timer)
  ended.abort()
  return outcome
}

/** It may wait for a browser. */
export const isOfBrowser = (id: CheckId): boolean => BROWSER_CHECKS.some((one) => one === id)

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CheckFailure) return failed(error.message, error.evidence)
  const text = error instanceof Error ? error.message : String(error)
  return failed(withoutSecrets(text).slice(0, ERROR_LETTERS))
}
