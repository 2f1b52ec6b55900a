import { expect, onTestFinished, test, vi } from 'vitest'
import { CHECK_IDS, CHECK_LIMITS, type CheckId } from '#contract/checks/checks.ts'
import { type Check, type CheckContext, type Outcome, passed } from './check.ts'
import { runChecks } from './run-checks.ts'

/** Returns the outcomes of checks that have this part of the usual time. */
async function found(
  checks: readonly (readonly [CheckId, Check])[],
  patience: number,
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {}
  await runChecks({
    checks,
    contextFor: (_id, signal) => ({ signal, patience }) as CheckContext,
    onStart: async () => true,
    onEnd: async (id, outcome) => void (outcomes[id] = outcome),
    signal: new AbortController().signal,
    withBrowser: false,
    patience,
  })
  return outcomes
}

test('a check that takes too long has failed, and hears of it', async () => {
  let hasEnded = false
  const slow: Check = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => ((hasEnded = true), reject(new Error('ended')))))
  expect(
    await found(
      [
        ['DB-01', slow],
        ['DB-02', async () => passed()],
      ],
      0.02,
    ),
  ).toEqual({
    'DB-01': { status: 'failed', error: 'It was not done within 0.2 seconds', evidence: {} },
    'DB-02': { status: 'passed', evidence: {} },
  })
  expect(hasEnded).toBe(true)
})

test('what a run does not come to in time is skipped', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const long: Check = async () => ((now += CHECK_LIMITS.runMs), passed())
  const checks = CHECK_IDS.slice(0, CHECK_LIMITS.width + 2).map((id) => [id, long] as const)
  const statuses = Object.values(await found(checks, 1)).map((outcome) =>
    outcome.status === 'skipped' ? outcome.reason : outcome.status,
  )
  expect(statuses.at(0)).toBe('passed')
  expect(statuses.slice(-2)).toEqual(['out_of_time', 'out_of_time'])
})
