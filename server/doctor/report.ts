import type { Result } from './finding.ts'

const STATES = ['ok', 'warning', 'problem', 'skipped'] as const
const COLUMN = Math.max(...STATES.map((state) => state.length)) + 2

export type Counts = Record<(typeof STATES)[number], number>

export function countStates(results: readonly Result[]): Counts {
  const counts: Counts = { ok: 0, warning: 0, problem: 0, skipped: 0 }
  for (const { state } of results) counts[state]++
  return counts
}

/** A line for each check, the way to mend below it, and a sum. */
export function report(results: readonly Result[]): string {
  const names = Math.max(...results.map(({ check }) => check.length)) + 2
  const indent = ' '.repeat(COLUMN + names)
  const inColumn = (text: string) => text.trim().replaceAll('\n', `\n${indent}`)
  const lines = results.flatMap((result) => [
    `${result.state.padEnd(COLUMN)}${result.check.padEnd(names)}${inColumn(result.saw)}`,
    ...('mend' in result ? [`${indent}→ ${inColumn(result.mend)}`] : []),
  ])
  const counts = countStates(results)
  const sum = STATES.map((state) => `${state} ${counts[state]}`).join(', ')
  return [...lines, '', sum].join('\n')
}
