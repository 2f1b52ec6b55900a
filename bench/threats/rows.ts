import { summarise } from '../lib/statistics.ts'
import type { Attack, Outcome } from './attack.ts'
import type { Stage } from './stage.ts'
import { recallOf } from './statistics.ts'

/** One attack, made a number of times. */
export type Row = { attack: Attack; outcomes: Outcome[]; seconds: number[] }

const HEAD = [
  '| detector | attack | found | at least (95 %) | what it had got (median) | whole attack (median) |',
  '|---|---|---|---|---|---|',
]

export async function repeat(stage: Stage, attack: Attack, times: number): Promise<Row> {
  const row: Row = { attack, outcomes: [], seconds: [] }
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    row.outcomes.push(await attack.run(stage, n))
    row.seconds.push((performance.now() - began) / 1000)
  }
  process.stderr.write(`  ${attack.detector}: ${attack.what}\n`)
  return row
}

export const tableOf = (rows: readonly Row[]): string => [...HEAD, ...rows.map(lineOf)].join('\n')

function lineOf({ attack, outcomes, seconds }: Row): string {
  const found = outcomes.filter(({ isFound }) => isFound).length
  const { atLeast } = recallOf(found, outcomes.length)
  const counts = outcomes.flatMap(({ got }) => (got ? [got.count] : []))
  const [first] = outcomes.flatMap(({ got }) => (got ? [got] : []))
  const got = first ? `${summarise(counts).median} of ${first.of} ${first.what}` : 'nothing'
  return `| ${attack.detector} | ${attack.what} | ${found} of ${outcomes.length} | ${percent(atLeast)} | ${got} | ${summarise(seconds).median.toFixed(2)} s |`
}

/** A table with other rows for the detectors of `newer`, which come last. */
export function mergeTables(table: string, newer: string): string {
  const replaced = new Set(linesOf(newer).map(detectorOf))
  const kept = linesOf(table).filter((line) => !replaced.has(detectorOf(line)))
  return [...HEAD, ...kept, ...linesOf(newer)].join('\n')
}

/** How many attacks a table has, and how many of them were found. */
export function countsOf(table: string): { attacks: number; found: number; atLeast: number } {
  const counts = linesOf(table).flatMap((line) => [...line.matchAll(/\| (\d+) of (\d+) \| [\d.]+ % \|/g)])
  const sum = (group: number) => counts.reduce((all, count) => all + Number(count[group]), 0)
  const [found, attacks] = [sum(1), sum(2)]
  return { attacks, found, atLeast: recallOf(found, attacks).atLeast }
}

export const linesOf = (table: string): string[] =>
  table.split('\n').filter((line) => /^\| \w+_?\w* \| .*\d of \d/.test(line))
export const detectorOf = (line: string): string => line.split(' ')[1] ?? ''
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
