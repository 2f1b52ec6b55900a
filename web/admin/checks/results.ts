import type { CheckCategory, CheckStatus } from '#contract/checks/checks.ts'
import { CHECK_CATEGORIES, CHECK_IDS, CHECK_SEVERITIES, CHECKS } from '#contract/checks/checks.ts'
import type { TestNews, TestResult } from '#web/lib/remote/vault-client.ts'

export const SHOWN = ['all', 'failed', 'skipped', 'passed', 'changed'] as const
export type Shown = (typeof SHOWN)[number]

export type ResultFilter = { shown: Shown; category: CheckCategory | null; search: string }
/** What each check found in the run before, by its id. */
export type Before = ReadonlyMap<string, CheckStatus>

/** What is known of a run, with the results that changed. */
export function withNews(known: TestNews | undefined, { run, results }: TestNews): TestNews {
  const all = new Map(known?.results.map((result) => [result.id, result]))
  for (const result of results) all.set(result.id, result)
  return { run, results: [...all.values()].toSorted((a, b) => a.id.localeCompare(b.id)) }
}

export function isChanged({ id, status }: TestResult, before: Before): boolean {
  const was = before.get(id)
  return was !== undefined && was !== status && status !== 'running'
}

/** Those that are shown: what failed first, then what was skipped, the gravest first. @param nameOf what the search looks at */
export function shownResults(
  results: readonly TestResult[],
  { shown, category, search }: ResultFilter,
  { before, nameOf }: { before: Before; nameOf: (result: TestResult) => string },
): TestResult[] {
  const wanted = search.trim().toLocaleLowerCase()
  return results
    .filter((result) => shown === 'all' || (shown === 'changed' ? isChanged(result, before) : result.status === shown))
    .filter((result) => category === null || result.category === category)
    .filter((result) => `${result.id} ${nameOf(result)} ${result.error ?? ''}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || gravity(a) - gravity(b) || a.id.localeCompare(b.id))
}

const ORDER: Record<CheckStatus, number> = { running: 0, failed: 1, skipped: 2, passed: 3 }
const gravity = ({ severity }: TestResult): number => CHECK_SEVERITIES.indexOf(severity)

export type CategoryCount = { category: CheckCategory; passed: number; failed: number; skipped: number; all: number }

/** Counts of each category; one that the run is not of has no checks. @param unreached those of which what was not reached counts as well: the checks of this version */
export function countCategories(
  results: readonly TestResult[],
  unreached: readonly CheckCategory[] = [],
): CategoryCount[] {
  return CHECK_CATEGORIES.map((category) => {
    const own = results.filter((result) => result.category === category)
    const count = (status: CheckStatus): number => own.filter((result) => result.status === status).length
    const all = unreached.includes(category)
      ? CHECK_IDS.filter((id) => CHECKS[id].category === category).length
      : own.length
    return { category, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), all }
  })
}
