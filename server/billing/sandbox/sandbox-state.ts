import type { Tier } from '#contract/plans.ts'
import type { Status } from '../provider.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What changes of a subscription in the sandbox. */
export type SandboxState = {
  plan: Tier
  status: Status
  quantity: number
  current_period_end: Date
  trial_end: Date | null
  cancel_at_period_end: boolean
}

/** What the portal offers. The last three stand for what time and banks do to a real subscription. */
export const ACTIONS = ['change', 'cancel', 'resume', 'pay', 'next_period', 'payment_fails', 'end'] as const
export type SandboxAction = (typeof ACTIONS)[number]

/** A subscription that was just ordered. */
export function started(order: { plan: Tier; quantity: number; trial_days: number }, now: Date): SandboxState {
  const { plan, quantity, trial_days: trialDays } = order
  const trialEnd = trialDays > 0 ? new Date(now.getTime() + trialDays * DAY_MS) : null
  return {
    plan,
    quantity,
    status: trialEnd ? 'trialing' : 'active',
    current_period_end: trialEnd ?? monthAfter(now),
    trial_end: trialEnd,
    cancel_at_period_end: false,
  }
}

/**
 * The state after `action`, and the type of the event that tells of it; undefined where the action does not fit the state,
 * as with anything done to a subscription that has ended.
 */
export function transition(
  state: SandboxState,
  action: SandboxAction,
  order: { plan: Tier; quantity: number },
): { state: SandboxState; event: string } | undefined {
  if (!fits(state, action)) return undefined
  const updated = (change: Partial<SandboxState>, event = 'customer.subscription.updated') => ({
    state: { ...state, ...change },
    event,
  })
  const ended = () => updated({ status: 'canceled', cancel_at_period_end: false }, 'customer.subscription.deleted')
  switch (action) {
    case 'change':
      return updated({ plan: order.plan, quantity: order.quantity })
    case 'cancel':
      return updated({ cancel_at_period_end: true })
    case 'resume':
      return updated({ cancel_at_period_end: false })
    case 'pay':
      return updated({ status: 'active' }, 'invoice.paid')
    case 'next_period':
      if (state.cancel_at_period_end) return ended()
      return updated({ status: 'active', current_period_end: monthAfter(state.current_period_end) }, 'invoice.paid')
    case 'payment_fails':
      return updated(
        { status: 'past_due', current_period_end: monthAfter(state.current_period_end) },
        'invoice.payment_failed',
      )
    case 'end':
      return ended()
  }
}

/** True where the portal offers `action`. */
export function fits({ status, cancel_at_period_end: isEnding }: SandboxState, action: SandboxAction): boolean {
  if (status === 'canceled') return false
  if (action === 'cancel') return !isEnding
  if (action === 'resume') return isEnding
  if (action === 'pay') return status === 'past_due'
  if (action === 'next_period' || action === 'payment_fails') return status !== 'past_due'
  return true
}

// The 31st of a month without one is its last day.
function monthAfter(date: Date): Date {
  const next = new Date(date)
  next.setUTCMonth(next.getUTCMonth() + 1)
  if (next.getUTCDate() !== date.getUTCDate()) next.setUTCDate(0)
  return next
}
