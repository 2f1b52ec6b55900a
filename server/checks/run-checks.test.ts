import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CHECK_IDS, type CheckId } from '#contract/checks/checks.ts'
import { type Check, type CheckContext, type Outcome, passed } from './check.ts'
import { runChecks } from './run-checks.ts'

/** What checks find that have a thousandth of the usual time. */
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
      0.001,
    ),
  ).toEqual({
    'DB-01': { status: 'failed', error: 'It was not done within 0.01 seconds', evidence: {} },
    'DB-02': { status: 'passed', evidence: {} },
  })
  expect(hasEnded).toBe(true)
})

test('what a run does not come to in time is skipped', async () => {
  const late: Check = async () => (await sleep(1000), passed())
  const checks = CHECK_IDS.slice(0, 60).map((id) => [id, late] as const)
  const outcomes = await found(checks, 0.00001)
  expect(outcomes[CHECK_IDS[0] ?? '']).toMatchObject({ status: 'failed' })
  expect(outcomes[CHECK_IDS[59] ?? '']).toEqual({ status: 'skipped', reason: 'out_of_time', evidence: {} })
})
