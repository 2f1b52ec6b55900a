import type { Tier } from '#contract/plans.ts'
import type { Status } from './provider.ts'

/** A renewal that we have not heard of yet. Providers try to deliver an event for three days. */
const GRACE_MS = 3 * 24 * 60 * 60 * 1000

export type Subscription = { plan: Tier; status: Status; current_period_end: Date }

/**
 * The subscription that counts: paid or on trial, or late with a payment that the provider still tries to get.
 * It ends three days after its period at the latest, so that an event that never came does not grant it for ever.
 */
export function entitlement<S extends Subscription>(subscriptions: S[], now: Date): S | undefined {
  return subscriptions
    .filter((one) => one.current_period_end.getTime() + GRACE_MS > now.getTime())
    .filter(({ status }) => status === 'trialing' || status === 'active' || status === 'past_due')
    .sort((one, other) => other.current_period_end.getTime() - one.current_period_end.getTime())[0]
}
