import type { Tier } from '#contract/plans.ts'

/** Statuses that a subscription can have here. Stripe's `incomplete` is none yet, `incomplete_expired` never was one. */
export const STATUSES = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const
export type Status = (typeof STATUSES)[number]

/** A subscription as its provider knows it. */
export type ProviderSubscription = {
  id: string
  customerId: string
  tier: Tier
  status: Status
  quantity: number
  currentPeriodEnd: Date
  trialEnd: Date | null
  cancelAtPeriodEnd: boolean
}

/** An invoice to pay: once, the exact amount in the smallest unit of its currency. */
export type Payment = {
  invoiceId: string
  /** What the invoice is called. */
  name: string
  amountMinor: number
  currency: string
  email: string | undefined
}

/** What was paid on a page, as the provider knows it. `invoiceId` is what `createPayment` was given. */
export type ProviderPayment = { invoiceId: string; amountMinor: number; currency: string; isPaid: boolean }

/** Where pages of the provider send people. */
export type ReturnUrls = Readonly<Record<'success' | 'cancel' | 'portal' | 'paid' | 'unpaid', string>>

export type Order = { customerId: string; userId: string; tier: Tier; quantity: number; trialDays: number }

/** Who takes the money: Stripe, or the sandbox that replaces it. */
export type BillingProvider = {
  name: 'stripe' | 'sandbox'
  /** Any of these signs its webhooks. */
  webhookSecrets: string[]
  /** @returns the id of a customer for this person. */
  createCustomer: (person: { userId: string; email: string | undefined }) => Promise<string>
  /** @returns the address of a page where the person pays. */
  createCheckout: (order: Order) => Promise<string>
  /** @returns the address of a page where the person changes or cancels. */
  createPortal: (customerId: string) => Promise<string>
  /**
   * The subscription as it is now; undefined when there is none, or it was not paid for even once.
   * @throws {UnknownPriceError}
   */
  readSubscription: (id: string) => Promise<ProviderSubscription | undefined>
  /** @returns a page on which an invoice is paid, with the id of its session. */
  createPayment: (payment: Payment) => Promise<{ id: string; url: string }>
  /** Closes a page. @returns false where it was paid already */
  endPayment: (sessionId: string) => Promise<boolean>
  /** Undefined when there is none, or it is for no invoice. */
  readPayment: (sessionId: string) => Promise<ProviderPayment | undefined>
  /** Ends all subscriptions of a customer at once. */
  endSubscriptions: (customerId: string) => Promise<void>
}

/** A subscription is for a price that no setting assigns to a tier. The operator must; the event is delivered again. */
export class UnknownPriceError extends Error {
  override readonly name = 'UnknownPriceError'
}

/** The provider refused what we asked, or did not answer. Its own words are in `cause`, for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}
