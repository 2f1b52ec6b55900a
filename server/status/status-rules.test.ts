import { expect, test } from 'vitest'
import { dayStatus, type KeptSample, movesOf, type Outcome, serviceStatus, slotOf } from './status-rules.ts'

const START = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

/** One sample every 30 seconds: `u` up, `s` slow, `d` down, `p` planned, a space for a round that nobody made. */
function samples(pattern: string): KeptSample[] {
  const outcomes: Record<string, Outcome> = { u: 'up', s: 'slow', d: 'down', p: 'down' }
  return pattern.split('').flatMap((letter, index) => {
    const outcome = outcomes[letter]
    const at = after(index * 30)
    const sample = { service: 'api' as const, slot: slotOf(at), at, responseMs: 5, isPlanned: letter === 'p' }
    return outcome ? [{ ...sample, outcome }] : []
  })
}

const state = (pattern: string, { later = 0, isInMaintenance = false } = {}) =>
  serviceStatus(samples(pattern).toReversed(), { now: after((pattern.length - 1) * 30 + later), isInMaintenance })

test.each([
  ['u', 'operational'],
  ['us', 'degraded'],
  ['ud', 'degraded'],
  ['udd', 'outage'],
  ['dd', 'outage'],
  ['sd', 'degraded'],
  ['ddu', 'operational'],
  ['d', 'degraded'],
  // The failure before a gap says nothing about now.
  ['d       d', 'degraded'],
])('after %s a service is %s', (pattern, expected) => {
  expect(state(pattern)).toBe(expected)
})

test('without a sample of the last 90 seconds there is no data, be the last one good or bad', () => {
  expect(state('')).toBeNull()
  expect(state('uu', { later: 90 })).toBe('operational')
  expect(state('uu', { later: 91 })).toBeNull()
  expect(state('dd', { later: 91 })).toBeNull()
  expect(state('uu', { later: 91, isInMaintenance: true })).toBeNull()
})

test('a window of maintenance is what a service is in, whatever its probes say', () => {
  expect(state('dd', { isInMaintenance: true })).toBe('maintenance')
  expect(state('uu', { isInMaintenance: true })).toBe('maintenance')
})

const moves = (pattern: string, known = { after: 0, isOpen: false }) =>
  movesOf(samples(pattern), known).map(({ kind, at }) => `${kind} at ${(at.getTime() - START.getTime()) / 1000}`)

test('an incident opens after two minutes of failures, once, and closes after five good minutes', () => {
  expect(moves('uudddd')).toEqual([])
  expect(moves('uuddddd')).toEqual(['open at 180'])
  expect(moves('dddddddddd')).toEqual(['open at 120'])
  expect(moves('ddddd' + 'u'.repeat(10))).toEqual(['open at 120'])
  expect(moves('ddddd' + 'u'.repeat(11))).toEqual(['open at 120', 'close at 450'])
})

test('a slow answer is not an outage, and not good enough to close either', () => {
  expect(moves('ddsddddsdd')).toEqual([])
  expect(moves(`ddddduuuuus${'u'.repeat(10)}`)).toEqual(['open at 120'])
})

test('a stopped server is no outage, and time that nobody measured closes nothing', () => {
  expect(moves('dd          dd')).toEqual([])
  expect(moves('u           u', { after: 0, isOpen: true })).toEqual([])
})

test('planned maintenance opens nothing and restarts every count', () => {
  expect(moves('ppppppppdd')).toEqual([])
  expect(moves('uuuuuupuuuuu', { after: 0, isOpen: true })).toEqual([])
})

test('what was walked before makes no move again', () => {
  const all = samples('ddddddd')
  const last = all.at(-1)
  expect(movesOf(all, { after: last?.slot ?? 0, isOpen: false })).toEqual([])
  // The incident was opened by the round before.
  expect(movesOf(all, { after: (last?.slot ?? 0) - 1, isOpen: true })).toEqual([])
  // Or that round was lost: then this one finds the same.
  expect(movesOf(all, { after: (last?.slot ?? 0) - 1, isOpen: false })).toHaveLength(1)
})

test('a day without probes has no colour', () => {
  const none = { up: 0, slow: 0, down: 0, planned: 0, hadOutage: false }
  expect(dayStatus(none)).toBeNull()
  expect(dayStatus({ ...none, planned: 3 })).toBe('maintenance')
  expect(dayStatus({ ...none, up: 2880, planned: 3 })).toBe('operational')
  expect(dayStatus({ ...none, up: 2879, down: 1 })).toBe('degraded')
  expect(dayStatus({ ...none, up: 95, slow: 5 })).toBe('degraded')
  expect(dayStatus({ ...none, up: 96, slow: 4 })).toBe('operational')
  expect(dayStatus({ ...none, up: 2878, down: 2, hadOutage: true })).toBe('outage')
})
