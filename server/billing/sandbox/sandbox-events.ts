import { randomBytes } from 'node:crypto'
import type { SandboxSubscription } from './sandbox.sql.ts'

/** The body of a webhook in Stripe's shape: an event with the object it is about. */
export function sandboxEvent(type: string, subscription: SandboxSubscription, now: Date): string {
  return bodyOf(type, objectOf(type, subscription), now)
}

/** The same about a session in which an invoice was paid. */
export function sandboxPaymentEvent(payment: { id: string; invoiceId: string }, now: Date): string {
  const { id, invoiceId } = payment
  const object = { id, object: 'checkout.session', mode: 'payment', metadata: { invoice_id: invoiceId } }
  return bodyOf('checkout.session.completed', object, now)
}

function bodyOf(type: string, object: Record<string, unknown>, now: Date): string {
  return JSON.stringify({
    id: `evt_sandbox_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    data: { object },
  })
}

function objectOf(type: string, { id, customer_id: customer }: SandboxSubscription): Record<string, unknown> {
  if (type.startsWith('customer.subscription.')) return { id, object: 'subscription', customer }
  if (type.startsWith('checkout.'))
    return { object: 'checkout.session', mode: 'subscription', customer, subscription: id }
  const parent = { type: 'subscription_details', subscription_details: { subscription: id } }
  return { object: 'invoice', customer, parent }
}
