import { expect, test } from 'vitest'
import { SCORE_START, SCORE_WEIGHTS, type ScoreFacts, scoreOf } from './score.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
/** Of a deal that says nothing but that something happened three weeks ago. */
const PLAIN: ScoreFacts = {
  amountMinor: null,
  closesOn: null,
  stageSince: daysAgo(20),
  activeAt: daysAgo(20),
  overdueTasks: 0,
  plannedTasks: 0,
  quoteState: null,
  consent: null,
  wroteAt: null,
}
const reasonsOf = (facts: Partial<ScoreFacts>) =>
  scoreOf({ ...PLAIN, ...facts }, NOW).reasons.map(({ reason }) => reason)

test.each([
  [{ activeAt: daysAgo(7) }, 'active_this_week'],
  [{ activeAt: daysAgo(8) }, 'active_this_month'],
  [{ activeAt: daysAgo(31) }, 'silent'],
  [{ activeAt: daysAgo(61) }, 'silent_long'],
  [{ plannedTasks: 1 }, 'task_planned'],
  [{ overdueTasks: 1 }, 'task_overdue'],
  [{ amountMinor: 0 }, 'amount_known'],
  [{ closesOn: '2026-11-21' }, 'close_known'],
  [{ closesOn: '2026-11-20' }, 'close_passed'],
  [{ quoteState: 'sent' }, 'quote_sent'],
  [{ quoteState: 'accepted' }, 'quote_accepted'],
  [{ quoteState: 'declined' }, 'quote_declined'],
  [{ wroteAt: daysAgo(30) }, 'contact_wrote'],
  [{ consent: 'confirmed' }, 'contact_agreed'],
  [{ stageSince: daysAgo(46) }, 'stage_old'],
] as const)('%j counts as %s', (facts, reason) => {
  expect(reasonsOf(facts)).toContain(reason)
  if (reason !== 'active_this_month') expect(reasonsOf({})).not.toContain(reason)
})

test.each([
  { quoteState: 'draft' },
  { wroteAt: daysAgo(31) },
  { consent: 'withdrawn' },
  { stageSince: daysAgo(45) },
] as const)('%j counts for nothing', (facts) => expect(reasonsOf(facts)).toEqual(['active_this_month']))

test('the figure is the start and the points that are listed', () => {
  const { points, reasons } = scoreOf({ ...PLAIN, amountMinor: 5, overdueTasks: 2, quoteState: 'sent' }, NOW)
  expect(points).toBe(SCORE_START + reasons.reduce((sum, one) => sum + one.points, 0))
  expect(reasons.at(-1)).toEqual({ reason: 'task_overdue', points: 2 * SCORE_WEIGHTS.task_overdue, count: 2 })
})

test('it stays between 0 and 100, and ten overdue tasks count as three', () => {
  const worst = scoreOf({ ...PLAIN, activeAt: daysAgo(90), stageSince: daysAgo(90), overdueTasks: 10 }, NOW)
  expect(worst.points).toBe(0)
  expect(worst.reasons.at(-1)).toMatchObject({ points: -30, count: 10 })
  const best = { amountMinor: 1, closesOn: '2027-01-01', plannedTasks: 1, quoteState: 'accepted', consent: 'confirmed' }
  const { points } = scoreOf({ ...PLAIN, ...best, activeAt: NOW, wroteAt: NOW }, NOW)
  expect(points).toBe(100)
})
