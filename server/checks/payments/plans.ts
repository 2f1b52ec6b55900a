import { PLANS, TIERS } from '#contract/plans.ts'
import { z } from 'zod'
import { type Check, expectThat, noneOf, passed, skipped } from '../check.ts'
import type { ProbePeople } from '../probe-people.ts'
import type { Site } from '../site.ts'

/** PAY-01 */
export const plansAreThePublished: Check = async ({ services: { database, config, billing } }) => {
  const { rows } = await database.owner<{ provider: string; limits: Record<string, number | null> }>(
    'select provider, limits from storage.quota_settings',
  )
  const [settings] = rows
  expectThat(settings !== undefined, 'The database knows no limits of plans')
  const wrong = TIERS.filter((tier) => (settings.limits[tier] ?? null) !== PLANS[tier].storageBytes).map(
    (tier) => `${PLANS[tier].name} has ${settings.limits[tier] ?? 'no limit'}`,
  )
  if ((settings.limits['free'] ?? undefined) !== config.freeStorageBytes)
    wrong.push(`free has ${settings.limits['free'] ?? 'no limit'}`)
  const provider = billing.services?.provider.name
  if (provider !== undefined && settings.provider !== provider) wrong.push(`the provider is ${settings.provider}`)
  return noneOf(wrong, 'The storage of a plan is not the published one', { plans: TIERS.length })
}

const checkout = z.object({ url: z.string() })

/** PAY-02: an order page of each plan is made, and nothing ordered. */
export const checkoutLeadsToAllowedAddress: Check = async ({ site, people, services: { billing } }) => {
  if (!billing.services) return skipped('no_billing')
  // Each would leave a customer there.
  if (billing.services.provider.name === 'stripe') return skipped('live_billing')
  const wrong: string[] = []
  for (const tier of TIERS) {
    const url = await orderPage({ site, people, tier })
    const isAllowed = URL.canParse(url) && new URL(url).origin === new URL(site.origin).origin
    if (!isAllowed) wrong.push(`${PLANS[tier].name} leads to ${URL.canParse(url) ? new URL(url).origin : 'no address'}`)
    else if ((await site.ask(new URL(url).pathname)).status !== 200) wrong.push(`${PLANS[tier].name} has no page`)
  }
  return noneOf(wrong, 'Checkout leads to an address that is not allowed', { plans: TIERS.length })
}

async function orderPage({ site, people, tier }: { site: Site; people: ProbePeople; tier: string }): Promise<string> {
  const { accessToken: token } = await people.enter(site)
  const answer = await site.read('/functions/v1/create-checkout', { method: 'POST', token, body: { tier } })
  return checkout.parse(answer).url
}

/** PAY-03 */
export const billingNeedsSession: Check = async ({ site }) => {
  const open: string[] = []
  for (const name of ['check-subscription', 'create-checkout', 'customer-portal']) {
    const { status } = await site.ask(`/functions/v1/${name}`, { method: 'POST', body: { tier: TIERS[0] } })
    if (status !== 401) open.push(`${name} answers ${status}`)
  }
  return noneOf(open, 'A function of billing answers somebody who is not signed in')
}

const subscription = z.strictObject({
  subscribed: z.boolean(),
  subscription_tier: z.enum(TIERS).nullable(),
  subscription_end: z.iso.datetime().nullable(),
})

/** PAY-08 */
export const showsOwnSubscription: Check = async ({ site, people, services: { billing, database } }) => {
  if (!billing.services) return skipped('no_billing')
  const [subscriber, other] = [await people.enter(site), await people.enter(site, { organisation: 'b' })]
  const beside = await people.enter(site)
  await database.owner(
    `insert into public.subscriptions (id, user_id, provider, plan, status, quantity, current_period_end, cancel_at_period_end, sync_order)
     values ('sub_probe_' || gen_random_uuid(), $1, $2, 'guardian', 'active', 1, now() + interval '1 hour', false, 0)`,
    [subscriber.person.id, billing.services.provider.name],
  )
  const read = async ({ accessToken: token }: { accessToken: string }) =>
    subscription.safeParse(await site.read('/functions/v1/check-subscription', { method: 'POST', token }))
  const [own, ofOther, ofColleague] = [await read(subscriber), await read(other), await read(beside)]
  expectThat(own.success && ofOther.success && ofColleague.success, 'The answer of check-subscription has another form')
  expectThat(
    own.data.subscribed && own.data.subscription_tier === 'guardian',
    'A subscription is not shown to its person',
  )
  expectThat(!ofOther.data.subscribed && !ofColleague.data.subscribed, 'The subscription of somebody else is shown')
  return passed()
}
