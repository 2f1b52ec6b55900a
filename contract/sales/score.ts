const DAY_MS = 86_400_000

/** What is known of an open deal, from its rows. Days are `2026-11-21` in UTC. */
export type ScoreFacts = {
  amountMinor: number | null
  closesOn: string | null
  stageSince: Date
  activeAt: Date
  overdueTasks: number
  plannedTasks: number
  /** Of the newest quote for it. */
  quoteState: string | null
  /** Of the contact that it is linked to. */
  consent: string | null
  wroteAt: Date | null
}

export const SCORE_START = 20

/** Points by reason; a deal has one of a kind at most, but for overdue tasks, which count each. */
export const SCORE_WEIGHTS = {
  active_this_week: 15,
  active_this_month: 5,
  silent: -10,
  silent_long: -20,
  task_planned: 10,
  task_overdue: -10,
  amount_known: 10,
  close_known: 10,
  close_passed: -15,
  quote_sent: 10,
  quote_accepted: 15,
  quote_declined: -10,
  contact_wrote: 15,
  contact_agreed: 5,
  stage_old: -10,
} as const
export type ScoreReason = keyof typeof SCORE_WEIGHTS

/** Days after which something counts as it does. */
const SCORE_DAYS = { week: 7, month: 30, long: 60, wrote: 30, stageOld: 45 } as const
/** Overdue tasks that count. */
const MOST_OVERDUE = 3

export type Score = { points: number; reasons: { reason: ScoreReason; points: number; count?: number }[] }

/**
 * A rule of thumb from 0 to 100 with what it consists of: the start and the points of the reasons add up to it, unless they leave that range.
 * It says how a deal is looked after, and predicts nothing.
 */
export function scoreOf(facts: ScoreFacts, now: Date): Score {
  const reasons = reasonsOf(facts, now).map((reason) => ({ reason, points: SCORE_WEIGHTS[reason] }))
  const overdue = Math.min(facts.overdueTasks, MOST_OVERDUE)
  const all: Score['reasons'] = [
    ...reasons,
    ...(overdue > 0
      ? [
          {
            reason: 'task_overdue' as const,
            points: overdue * SCORE_WEIGHTS.task_overdue,
            count: facts.overdueTasks,
          },
        ]
      : []),
  ]
  const sum = all.reduce((points, one) => points + one.points, SCORE_START)
  return { points: Math.max(0, Math.min(100, sum)), reasons: all.toSorted((one, other) => other.points - one.points) }
}

function reasonsOf(facts: ScoreFacts, now: Date): ScoreReason[] {
  const daysSince = (time: Date) => (now.getTime() - time.getTime()) / DAY_MS
  const today = now.toISOString().slice(0, 10)
  const reasons: ScoreReason[] = [ofActivity(daysSince(facts.activeAt))].filter((reason) => reason !== null)
  if (facts.plannedTasks > 0) reasons.push('task_planned')
  if (facts.amountMinor !== null) reasons.push('amount_known')
  if (facts.closesOn !== null) reasons.push(facts.closesOn < today ? 'close_passed' : 'close_known')
  if (facts.quoteState === 'sent') reasons.push('quote_sent')
  if (facts.quoteState === 'accepted') reasons.push('quote_accepted')
  if (facts.quoteState === 'declined') reasons.push('quote_declined')
  if (facts.wroteAt !== null && daysSince(facts.wroteAt) <= SCORE_DAYS.wrote) reasons.push('contact_wrote')
  if (facts.consent === 'confirmed') reasons.push('contact_agreed')
  if (daysSince(facts.stageSince) > SCORE_DAYS.stageOld) reasons.push('stage_old')
  return reasons
}

function ofActivity(days: number): ScoreReason | null {
  if (days <= SCORE_DAYS.week) return 'active_this_week'
  if (days <= SCORE_DAYS.month) return 'active_this_month'
  return days <= SCORE_DAYS.long ? 'silent' : 'silent_long'
}
