import { expect, test } from 'vitest'
import { NO_POLICIES, POLICY_LIMITS } from '#contract/organisation/policies.ts'
import {
  areTooSoon,
  changesOf,
  choicesOf,
  dayOfField,
  isTooSoon,
  type NumberRule,
  proposedDay,
  suspends,
  wantedOf,
  waysChosen,
} from './rule-words.ts'
import { startOfDay } from '#web/parts/list/filters.ts'

const NOW = new Date('2026-11-26T22:00:00Z')

test('what changes is said rule by rule, with what was before', () => {
  const after = { ...NO_POLICIES, allowsLinks: false, linkDays: 7, secondFactorFrom: startOfDay('2026-12-24') ?? '' }
  expect(changesOf(NO_POLICIES, after)).toEqual([
    `Require a second factor: no → From ${new Date(2026, 11, 24).toLocaleDateString('en', { dateStyle: 'long' })}`,
    'Allow links: yes → no',
    'A link ends within: 90 days (server default) → 7 days',
  ])
  expect(changesOf(after, after)).toEqual([])
})

test('what is offered is within the limits, and a number of somebody else is kept', () => {
  const rules: readonly NumberRule[] = [
    'leastPassword',
    'idleHours',
    'sessionDays',
    'linkDays',
    'linkDownloads',
    'guestDays',
  ]
  for (const rule of rules) {
    const { min, max } = POLICY_LIMITS[rule]
    const [usual, ...numbers] = choicesOf(rule, null)
    expect(usual?.[0]).toBe('')
    for (const [value] of numbers) {
      expect(Number(value)).toBeGreaterThanOrEqual(min)
      expect(Number(value)).toBeLessThanOrEqual(max)
    }
  }
  expect(choicesOf('linkDays', 45)).toContainEqual(['45', '45 days'])
})

test('only what differs is sent', () => {
  expect(wantedOf({ ...NO_POLICIES, linkDays: 7 }, { linkDays: 7, idleHours: 8 })).toEqual({ idleHours: 8 })
})

test('a day is the same after it went to the server and back, and a day ahead at least', () => {
  const at = startOfDay('2026-12-01') ?? ''
  expect(dayOfField(at)).toBe('2026-12-01')
  expect(dayOfField(null)).toBe('')
  expect(isTooSoon('2026-11-27T21:59:59Z', NOW)).toBe(true)
  expect(isTooSoon('2026-11-27T22:00:00Z', NOW)).toBe(false)
  expect(isTooSoon(proposedDay(NOW), NOW)).toBe(false)
})

test('other ways to sign in take a day ahead, but for a way more; ends with both', () => {
  const from = '2026-11-01T00:00:00Z'
  const held = { ...NO_POLICIES, signInBy: 'passkey', signInFrom: from } as const
  const saved = NO_POLICIES
  expect(waysChosen('passkey', { saved, rules: saved }, NOW)).toEqual({
    signInBy: 'passkey',
    signInFrom: proposedDay(NOW),
  })
  expect(waysChosen('provider', { saved: held, rules: held }, NOW)).toEqual({
    signInBy: 'provider',
    signInFrom: proposedDay(NOW),
  })
  expect(waysChosen('either', { saved: held, rules: held }, NOW)).toEqual({ signInBy: 'either', signInFrom: from })
  expect(waysChosen('passkey', { saved: held, rules: held }, NOW)).toEqual({ signInBy: 'passkey', signInFrom: from })
  expect(waysChosen('', { saved: held, rules: held }, NOW)).toEqual({ signInBy: null, signInFrom: null })
  expect(changesOf(NO_POLICIES, held)).toEqual([
    'Ways to sign in: Every way → Passkey alone',
    `These ways count from: no → ${new Date(from).toLocaleDateString('en', { dateStyle: 'long' })}`,
  ])
})

test('choosing other ways and back keeps the day from which the rule counts', () => {
  const held = { ...NO_POLICIES, signInBy: 'passkey', signInFrom: '2026-11-01T00:00:00Z' } as const
  for (const between of ['provider', 'either', '']) {
    const changed = { ...held, ...waysChosen(between, { saved: held, rules: held }, NOW) }
    const back = { ...changed, ...waysChosen('passkey', { saved: held, rules: changed }, NOW) }
    expect(back).toEqual(held)
    // A way more than the rule that is saved, whatever was chosen between.
    expect(waysChosen('either', { saved: held, rules: changed }, NOW).signInFrom).toBe(held.signInFrom)
  }
  // Another day that was typed stays with other new ways.
  const typed = { ...NO_POLICIES, signInBy: 'passkey', signInFrom: '2027-01-01T00:00:00Z' } as const
  expect(waysChosen('provider', { saved: NO_POLICIES, rules: typed }, NOW).signInFrom).toBe(typed.signInFrom)
})

test('a rule that counts and would wait for another day is said', () => {
  const held = { ...NO_POLICIES, signInBy: 'passkey', signInFrom: '2026-11-01T00:00:00Z' } as const
  const later = { ...held, signInBy: 'provider', signInFrom: '2026-12-24T00:00:00Z' } as const
  expect(suspends(held, later, NOW)).toBe(true)
  expect(suspends(held, { ...held, signInBy: 'either' }, NOW)).toBe(false)
  expect(suspends(held, { ...held, signInBy: null, signInFrom: null }, NOW)).toBe(false)
  expect(suspends({ ...held, signInFrom: '2026-12-01T00:00:00Z' }, later, NOW)).toBe(false)
})

test('only a day that changes is too soon', () => {
  const past = { ...NO_POLICIES, secondFactorFrom: '2026-11-01T00:00:00Z', signInFrom: '2026-11-01T00:00:00Z' }
  expect(areTooSoon(past, past, NOW)).toEqual({ factor: false, ways: false })
  expect(areTooSoon(NO_POLICIES, past, NOW)).toEqual({ factor: true, ways: true })
  expect(areTooSoon(past, { ...past, signInFrom: '2026-11-27T21:00:00Z' }, NOW)).toEqual({ factor: false, ways: true })
})
