import { randomBytes } from 'node:crypto'
import type { SandboxSubscription } from './sandbox.sql.ts'

/** The body of a webhook in Stripe's shape: an event with the object it is about. */
export function sandboxEvent(type: string, subscription: SandboxSubscription, now: Date): string {
  return JSON.stringify({
    id: `evt_sandbox_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    data: { object: objectOf(type, subscription) },
  })
}

function objectOf(type: string, { id, customer_id: customer }: SandboxSubscription): Record<string, unknown> {
  if (type.startsWith('customer.subscription.')) return { id, object: 'subscription', customer }
  if (type.startsWith('checkout.'))
    return { object: 'checkout.session', mode: 'subscription', customer, subscription: id }
  const parent = { type: 'subscription_details', subscription_details: { subscription: id } }
  return { object: 'invoice', customer, parent }
}
