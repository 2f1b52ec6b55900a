import { expect, test } from 'vitest'
import lastRun from '#web/messages/site/last-run.json' with { type: 'json' }
import { ATTACKS } from './attacks.ts'
import { recallOf } from './statistics.ts'

test('what the site says of the last run is what its counts prove, of a run with all attacks', () => {
  const { attacks, found, atLeast, date, commit } = lastRun
  expect(atLeast).toBeCloseTo(recallOf(found, attacks).atLeast, 6)
  expect(attacks).toBe(ATTACKS.length * 20 + 1)
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(commit).toMatch(/^[\da-f]{8}/)
})
