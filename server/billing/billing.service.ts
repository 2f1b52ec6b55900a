import type { Tier } from '#contract/plans.ts'
import type { Caller, Database } from '#server/db/database.ts'
import { findCustomer, findPerson, keepCustomer, ownSubscriptions } from './billing.sql.ts'
import { entitlement } from './entitlement.ts'
import type { BillingProvider } from './provider.ts'

export type BillingServices = { database: Database; provider: BillingProvider; trialDays: number }

/** A caller who is signed in; `userId` is the subject of the verified token. */
export type Subscriber = { caller: Caller; userId: string }

/** Why somebody is not sent to a page of the provider. */
export type BillingRefusal = 'already subscribed' | 'no customer' | 'no account'

/** What the caller has subscribed to, in the words of the wire. Without a subscription it is the free plan. */
export async function checkSubscription(
  { database, provider }: BillingServices,
  { caller }: Subscriber,
  now = new Date(),
): Promise<{ subscribed: boolean; subscription_tier: Tier | null; subscription_end: string | null }> {
  const current = entitlement(await ownSubscriptions(database, caller, provider.name), now)
  return {
    subscribed: current !== undefined,
    subscription_tier: current?.plan ?? null,
    subscription_end: current?.current_period_end.toISOString() ?? null,
  }
}

/** Makes a page where the caller orders `tier`. The customer is always the caller: a body cannot name another. */
export async function createCheckout(
  { database, provider, trialDays }: BillingServices,
  { caller, userId }: Subscriber,
  order: { tier: Tier; quantity: number },
): Promise<{ url: string } | { refused: BillingRefusal }> {
  const person = await findPerson(database, userId)
  // Nobody could be reached about what they pay for.
  if (!person || person.is_anonymous) return { refused: 'no account' }
  const subscriptions = await ownSubscriptions(database, caller, provider.name)
  // A second one would be charged beside the first; the portal changes and pays the one there is.
  if (subscriptions.some(({ status }) => status !== 'canceled')) return { refused: 'already subscribed' }

  const customerId =
    (await findCustomer(database, provider.name, userId)) ??
    (await keepCustomer(database, {
      provider: provider.name,
      userId,
      customerId: await provider.createCustomer({ userId, email: person.email ?? undefined }),
    }))
  // A trial is for those who never subscribed.
  const url = await provider.createCheckout({
    ...order,
    customerId,
    userId,
    trialDays: subscriptions.length === 0 ? trialDays : 0,
  })
  return { url }
}

/** Makes a page where the caller changes or ends what they subscribed to. */
export async function createPortal(
  { database, provider }: BillingServices,
  { userId }: Subscriber,
): Promise<{ url: string } | { refused: BillingRefusal }> {
  const customerId = await findCustomer(database, provider.name, userId)
  return customerId ? { url: await provider.createPortal(customerId) } : { refused: 'no customer' }
}
