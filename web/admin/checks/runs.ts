import type { TestRun } from '#web/lib/remote/vault-client.ts'

/** Runs that one can be compared with, the newest first: those that were made to their end. */
export const comparableWith = (runs: readonly TestRun[], shown: TestRun): TestRun[] =>
  runs.filter(({ id, status }) => id !== shown.id && status === 'completed')

/** The run that one is compared with: the chosen one, or the last before it that was of the same checks. */
export function comparedWith(runs: readonly TestRun[], shown: TestRun, chosen: string | null): TestRun | undefined {
  const others = comparableWith(runs, shown)
  return (
    others.find(({ id }) => id === chosen) ??
    others.find((one) => one.startedAt < shown.startedAt && scopeOf(one) === scopeOf(shown))
  )
}

const scopeOf = ({ categories = [] }: TestRun): string => categories.join(' ')
