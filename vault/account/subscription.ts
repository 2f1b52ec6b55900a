import { z } from 'zod'
import { TIERS, type Tier } from '#contract/plans.ts'
import type { VaultApi } from '../session/api.ts'

const status = z.object({
  subscribed: z.boolean(),
  subscription_tier: z.enum(TIERS).nullable(),
  subscription_end: z.string().nullable(),
})
const page = z.object({ url: z.url({ protocol: /^https?$/ }) })

/** Null for the free plan. `endsAt` in ISO 8601: the end of what is paid, or of the trial. */
export type Subscription = { tier: Tier; endsAt: string | null } | null

export async function readSubscription(api: VaultApi): Promise<Subscription> {
  const {
    subscribed,
    subscription_tier: tier,
    subscription_end: endsAt,
  } = status.parse(await call(api, 'check-subscription', {}))
  return subscribed && tier ? { tier, endsAt } : null
}

/** The address of a page of the payment provider, where the caller orders `tier`. */
export async function createCheckout(api: VaultApi, tier: Tier): Promise<string> {
  return page.parse(await call(api, 'create-checkout', { tier })).url
}

/** The address of the provider's page where the caller changes or ends what they subscribed to. */
export async function openPortal(api: VaultApi): Promise<string> {
  return page.parse(await call(api, 'customer-portal', {})).url
}

async function call(api: VaultApi, name: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await api.fetch(`/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}
