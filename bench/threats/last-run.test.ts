import fs from 'node:fs'
import { expect, test } from 'vitest'
import { DETECTOR_NAMES } from '#contract/threats.ts'
import lastRun from '#web/messages/site/last-run.json' with { type: 'json' }
import { ATTACKS } from './attacks.ts'
import { deviceAttacks } from './device-attacks.ts'
import { TABLE } from './last-run.ts'
import { countsOf, detectorOf, linesOf, mergeTables } from './rows.ts'
import { recallOf } from './statistics.ts'

test('what the site says of the last run is what its counts prove, of a run with all attacks', () => {
  const { attacks, found, atLeast, date, commit } = lastRun
  expect(atLeast).toBeCloseTo(recallOf(found, attacks).atLeast, 6)
  expect(attacks).toBe((ATTACKS.length + deviceAttacks.length) * 20 + 1)
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(commit).toMatch(/^[\da-f]{8}/)
})

test('the table of docs/threats.md is that of the last runs, with an attack for each detector', () => {
  const [, , table = ''] = TABLE.exec(fs.readFileSync('docs/threats.md', 'utf8')) ?? []
  const results = fs.readFileSync('bench/results.md', 'utf8')
  for (const line of linesOf(table)) expect(results).toContain(line)
  expect(countsOf(table)).toMatchObject({ attacks: lastRun.attacks, found: lastRun.found })
  expect([...new Set(linesOf(table).map(detectorOf))].toSorted()).toEqual(DETECTOR_NAMES.toSorted())
})

test('a later run of one entry replaces its own attacks only', () => {
  const line = (detector: string, found: number) =>
    `| ${detector} | what it is | ${found} of 20 | 86.1 % | nothing | 0.10 s |`
  const table = [line('probing', 20), line('canary', 18), line('canary', 17)].join('\n')
  const merged = mergeTables(table, line('canary', 19))
  expect(linesOf(merged)).toEqual([line('probing', 20), line('canary', 19)])
  expect(countsOf(merged)).toEqual({ attacks: 40, found: 39, atLeast: recallOf(39, 40).atLeast })
})
