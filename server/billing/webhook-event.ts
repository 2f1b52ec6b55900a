import { z } from 'zod'

// Stripe sends an id, or the object in full where the account asks for it.
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.looseObject({ id: z.string().optional() }) }),
})
const session = z.object({ subscription: reference })
const payment = z.object({ id: z.string().min(1).max(255), mode: z.literal('payment') })
const invoice = z.object({
  subscription: reference,
  // Where API versions since 2025 have it.
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
})

/** What a webhook tells us: that something about this subscription or payment is new. What it is now, the provider is asked. */
export type WebhookEvent = {
  id: string
  type: string
  subscriptionId: string | undefined
  /** The session in which somebody pays an invoice. */
  paymentId: string | undefined
}

/** @returns undefined when `body` is not an event. */
export function parseWebhookEvent(body: string): WebhookEvent | undefined {
  const parsed = event.safeParse(parseJson(body))
  if (!parsed.success) return undefined
  const { id, type, data } = parsed.data
  const isSession = type.startsWith('checkout.session.')
  const paymentId = isSession ? payment.safeParse(data.object).data?.id : undefined
  return { id, type, subscriptionId: subscriptionOf(type, data.object) ?? undefined, paymentId }
}

function subscriptionOf(type: string, object: { id?: string | undefined }): string | null | undefined {
  if (type.startsWith('customer.subscription.')) return object.id
  if (type.startsWith('checkout.session.')) return session.safeParse(object).data?.subscription
  if (!type.startsWith('invoice.')) return undefined
  const { data } = invoice.safeParse(object)
  return data?.parent?.subscription_details?.subscription ?? data?.subscription
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
