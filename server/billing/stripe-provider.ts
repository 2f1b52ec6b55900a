import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { TIERS, type Tier } from '#contract/plans.ts'
import type { StripeSettings } from './billing-settings.ts'
import {
  type BillingProvider,
  type Order,
  type Payment,
  ProviderError,
  type ProviderPayment,
  type ProviderSubscription,
  type ReturnUrls,
  STATUSES,
  UnknownPriceError,
} from './provider.ts'

/** A person waits for the answer; Stripe's own default is 80 seconds. */
const TIMEOUT_MS = 10_000

export type StripeServices = {
  settings: StripeSettings
  returnUrls: ReturnUrls
}

/** Billing by Stripe through its SDK, which is loaded when it is first needed: it is 23 MB. */
export function stripeProvider({ settings, returnUrls }: StripeServices): BillingProvider {
  let loading: Promise<Stripe> | undefined
  const ask = async <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> => {
    loading ??= connect(settings)
    const stripe = await loading
    try {
      return await question(stripe)
    } catch (cause) {
      throw new ProviderError('Stripe refused a request, or did not answer', { cause })
    }
  }
  return {
    name: 'stripe',
    webhookSecrets: settings.webhookSecrets,
    createCustomer: (person) => ask((stripe) => createCustomer(stripe, person)),
    createCheckout: (order) =>
      ask(async (stripe) => {
        await expireOpenOrders(stripe, order.customerId)
        const session = await stripe.checkout.sessions.create(sessionOf(order, { settings, returnUrls }))
        if (!session.url) throw new Error('a checkout session without an address')
        return session.url
      }),
    createPortal: (customer) =>
      ask(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrls.portal })
        return session.url
      }),
    readSubscription: async (id) => {
      const subscription = await ask((stripe) => retrieve(stripe, id))
      return subscription && presentSubscription(subscription, settings.prices)
    },
    createPayment: (payment) =>
      ask(async (stripe) => {
        const { id, url } = await stripe.checkout.sessions.create(paymentOf(payment, returnUrls))
        if (!url) throw new Error('a checkout session without an address')
        return { id, url }
      }),
    endPayment: (id) => ask((stripe) => endPayment(stripe, id)),
    readPayment: (id) => ask((stripe) => readPayment(stripe, id)),
    endSubscriptions: (customer) => ask((stripe) => cancelAll(stripe, customer)),
  }
}

async function connect({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  const isPlain = url?.protocol === 'http:'
  return new StripeClient(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }),
  })
}

async function createCustomer(
  stripe: Stripe,
  { userId, email }: { userId: string; email: string | undefined },
): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email && { email }), metadata: { user_id: userId } },
    // Two clicks at once make one customer. The address belongs in: Stripe refuses a key with another body.
    { idempotencyKey: `customer-${createHash('sha256').update(`${userId} ${email}`).digest('hex')}` },
  )
  return id
}

// Two open pages would make two subscriptions.
async function expireOpenOrders(stripe: Stripe, customer: string): Promise<void> {
  for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
    await stripe.checkout.sessions.expire(id)
  }
}

function sessionOf(
  { customerId, userId, tier, quantity, trialDays }: Order,
  { settings, returnUrls }: StripeServices,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: settings.prices[tier][0] ?? '', quantity }],
    success_url: returnUrls.success,
    cancel_url: returnUrls.cancel,
    subscription_data: {
      metadata: { user_id: userId, tier },
      ...(trialDays > 0 && { trial_period_days: trialDays }),
    },
  }
}

function paymentOf(
  { invoiceId, name, amountMinor, currency, email }: Payment,
  returnUrls: ReturnUrls,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { invoice_id: invoiceId }
  return {
    mode: 'payment',
    client_reference_id: invoiceId,
    ...(email && { customer_email: email }),
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data: { name } },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: returnUrls.paid,
    cancel_url: returnUrls.unpaid,
  }
}

async function endPayment(stripe: Stripe, id: string): Promise<boolean> {
  const { status } = await stripe.checkout.sessions.retrieve(id)
  if (status === 'complete') return false
  // Stripe refuses to end what has ended.
  if (status === 'open') await stripe.checkout.sessions.expire(id)
  return true
}

async function readPayment(stripe: Stripe, id: string): Promise<ProviderPayment | undefined> {
  try {
    const session = await stripe.checkout.sessions.retrieve(id)
    const invoiceId = session.metadata?.['invoice_id']
    if (session.mode !== 'payment' || invoiceId === undefined) return undefined
    const { amount_total: amountMinor, currency, payment_status: status } = session
    return { invoiceId, amountMinor: amountMinor ?? 0, currency: currency ?? '', isPaid: status === 'paid' }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

// The list holds those that have not ended. A customer whom the operator removed at Stripe has none.
async function cancelAll(stripe: Stripe, customer: string): Promise<void> {
  try {
    for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 }))
      await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing'
}

function presentSubscription(
  subscription: Stripe.Subscription,
  prices: Record<Tier, string[]>,
): ProviderSubscription | undefined {
  const status = STATUSES.find((known) => known === subscription.status)
  const [item] = subscription.items.data
  // `incomplete` and `incomplete_expired`: the first payment never came.
  if (!status || !item) return undefined
  const tier = TIERS.find((name) => prices[name].includes(item.price.id))
  if (!tier) throw new UnknownPriceError(`No STRIPE_PRICE_ setting names the price ${item.price.id}`)
  const { customer, trial_end: trialEnd } = subscription
  return {
    id: subscription.id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    tier,
    status,
    quantity: item.quantity ?? 1,
    currentPeriodEnd: new Date(item.current_period_end * 1000),
    trialEnd: trialEnd === null ? null : new Date(trialEnd * 1000),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  }
}
