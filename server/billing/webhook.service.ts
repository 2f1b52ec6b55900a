import type { Database } from '#server/db/database.ts'
import { isHandled, nextSyncOrder, recordEvent, settleInvoice, storeSubscription } from './billing.sql.ts'
import type { BillingProvider } from './provider.ts'
import { parseWebhookEvent } from './webhook-event.ts'
import { isSignedWebhook } from './webhook-signature.ts'

export type WebhookOutcome =
  | 'bad signature'
  | 'not an event'
  | 'seen before'
  | 'no subscription'
  | 'unknown subscription'
  | 'unknown customer'
  | 'not paid yet'
  | 'unknown payment'
  | 'unknown invoice'
  | 'another amount'
  | 'not open'
  | 'superseded'
  | 'applied'

/**
 * Takes a webhook of `provider`. Events come twice, late and in any order, so an event is only a hint: its subscription is
 * read from the provider, and what was read last stays. Nothing in the body is believed but the id to look for.
 *
 * @param message the body as it came, and the header `stripe-signature`.
 * @throws when the provider cannot be asked, or names a price without a tier: the event counts as not delivered.
 */
export async function receiveWebhook(
  { database, provider }: { database: Database; provider: BillingProvider },
  message: { body: string; header: string | undefined },
  now = new Date(),
): Promise<WebhookOutcome> {
  if (!isSignedWebhook(message, provider.webhookSecrets, now.getTime())) return 'bad signature'
  const event = parseWebhookEvent(message.body)
  if (!event) return 'not an event'
  if (await isHandled(database, event.id)) return 'seen before'

  const { id, type, subscriptionId, paymentId } = event
  if (paymentId !== undefined) return takePayment({ database, provider }, { id, type, paymentId })
  if (subscriptionId === undefined) {
    await database.asOwner((transaction) => recordEvent(transaction, { id, type, outcome: 'no subscription' }))
    return 'no subscription'
  }
  // Every change has an event after it. The last request is for the last event, so the last change stays.
  const syncOrder = await nextSyncOrder(database)
  const subscription = await provider.readSubscription(subscriptionId)
  return database.asOwner(async (transaction) => {
    const outcome = subscription
      ? await storeSubscription(transaction, provider.name, { subscription, syncOrder })
      : 'unknown subscription'
    await recordEvent(transaction, { id, type, outcome })
    return outcome
  })
}

/** Amount and currency are those that the provider knows; only where they are the invoice's, it is paid. */
async function takePayment(
  { database, provider }: { database: Database; provider: BillingProvider },
  { id, type, paymentId }: { id: string; type: string; paymentId: string },
): Promise<WebhookOutcome> {
  const payment = await provider.readPayment(paymentId)
  return database.asOwner(async (transaction) => {
    const outcome = await outcomeOf()
    await recordEvent(transaction, { id, type, outcome })
    return outcome

    function outcomeOf(): Promise<WebhookOutcome> | WebhookOutcome {
      if (!payment) return 'unknown payment'
      return payment.isPaid
        ? settleInvoice(transaction, { provider: provider.name, sessionId: paymentId, payment })
        : 'not paid yet'
    }
  })
}
