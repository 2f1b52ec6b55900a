import { z } from 'zod'
import { TIERS, type Tier } from '#contract/plans.ts'

/** Settings of billing, as environment variables. */
export const billingSettings = {
  /** Who takes the money. Without a Stripe key it is the sandbox, where none moves; `off` refuses checkouts. */
  BILLING: z.enum(['stripe', 'sandbox', 'off']).optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').or(z.string().startsWith('rk_')).optional(),
  /** Comma separated while it is rotated. */
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  /** Comma separated: the first is sold, the others are recognised. */
  STRIPE_PRICE_GUARDIAN: z.string().optional(),
  STRIPE_PRICE_ENTERPRISE: z.string().optional(),
  STRIPE_PRICE_QUANTUM: z.string().optional(),
  /** Of a server that speaks like Stripe; for tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Of a first subscription. */
  BILLING_TRIAL_DAYS: z.coerce.number().int().min(0).max(730).default(0),
  /** Where messages of the contact form go. */
  SUPPORT_EMAIL: z.email().optional(),
}

export type StripeSettings = {
  secretKey: string
  webhookSecrets: string[]
  /** The first of each list is sold. */
  prices: Record<Tier, string[]>
  apiUrl: string | undefined
}

export type BillingSettings = {
  trialDays: number
  /** Where nothing is set it is the sandbox, which marks no invoice as paid: no money moves there. */
  isChosen: boolean
} & ({ provider: 'stripe'; stripe: StripeSettings } | { provider: 'sandbox' } | { provider: 'off' })

type Values = z.infer<z.ZodObject<typeof billingSettings>>

/** @throws {Error} when half of Stripe's settings are there. */
export function readBilling(s: Values): BillingSettings {
  const provider = s.BILLING ?? (s.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox')
  const trialDays = s.BILLING_TRIAL_DAYS
  const isChosen = s.BILLING !== undefined || provider === 'stripe'
  if (provider !== 'stripe') return { provider, trialDays, isChosen }
  const prices = {
    guardian: listOf(s.STRIPE_PRICE_GUARDIAN),
    enterprise: listOf(s.STRIPE_PRICE_ENTERPRISE),
    quantum: listOf(s.STRIPE_PRICE_QUANTUM),
  }
  const missing = [
    ...(s.STRIPE_SECRET_KEY ? [] : ['STRIPE_SECRET_KEY']),
    ...(s.STRIPE_WEBHOOK_SECRET ? [] : ['STRIPE_WEBHOOK_SECRET']),
    ...TIERS.filter((tier) => prices[tier].length === 0).map((tier) => `STRIPE_PRICE_${tier.toUpperCase()}`),
  ]
  if (missing.length > 0 || !s.STRIPE_SECRET_KEY) {
    throw new Error(`Bad configuration: billing by Stripe also needs ${missing.join(', ')}`)
  }
  const webhookSecrets = listOf(s.STRIPE_WEBHOOK_SECRET)
  return {
    provider,
    trialDays,
    isChosen,
    stripe: { secretKey: s.STRIPE_SECRET_KEY, webhookSecrets, prices, apiUrl: s.STRIPE_API_URL },
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}
