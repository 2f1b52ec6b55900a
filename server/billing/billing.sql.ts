import type { Tier } from '#contract/plans.ts'
import type { Caller, Database, Transaction } from '#server/db/database.ts'
import type { BillingProvider, ProviderPayment, ProviderSubscription, Status } from './provider.ts'

type ProviderName = BillingProvider['name']
export type SubscriptionRow = {
  id: string
  plan: Tier
  status: Status
  quantity: number
  current_period_end: Date
  cancel_at_period_end: boolean
}

/** The caller's own subscriptions, by row-level security; those of a provider of former times do not count. */
export async function ownSubscriptions(
  database: Database,
  caller: Caller,
  provider: ProviderName,
): Promise<SubscriptionRow[]> {
  const { rows } = await database.oneAsCaller<SubscriptionRow>(caller, {
    text: `select id, plan, status, quantity, current_period_end, cancel_at_period_end
           from public.subscriptions
           where provider = $1`,
    values: [provider],
  })
  return rows
}

export async function findPerson(
  database: Database,
  userId: string,
): Promise<{ email: string | null; is_anonymous: boolean } | undefined> {
  const { rows } = await database.owner<{ email: string | null; is_anonymous: boolean }>(
    `select email, is_anonymous from auth.users where id = $1`,
    [userId],
  )
  return rows[0]
}

export async function findCustomer(
  database: Database,
  provider: ProviderName,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await database.owner<{ customer_id: string }>(
    `select customer_id from billing.customers where provider = $1 and user_id = $2`,
    [provider, userId],
  )
  return rows[0]?.customer_id
}

/** @returns the customer of this person: of two requests at once, the first one's. */
export async function keepCustomer(
  database: Database,
  customer: { provider: ProviderName; userId: string; customerId: string },
): Promise<string> {
  const { rows } = await database.owner<{ customer_id: string }>(
    `insert into billing.customers (provider, user_id, customer_id)
     values ($1, $2, $3)
     on conflict (provider, user_id) do update set customer_id = customers.customer_id
     returning customer_id`,
    [customer.provider, customer.userId, customer.customerId],
  )
  return rows[0]?.customer_id ?? customer.customerId
}

/** Customers whose account is gone, longest first. */
export async function orphanedCustomers(database: Database, provider: ProviderName): Promise<string[]> {
  const { rows } = await database.owner<{ customer_id: string }>(
    `select customer_id from billing.orphaned_customers where provider = $1 order by since limit 100`,
    [provider],
  )
  return rows.map((row) => row.customer_id)
}

export async function forgetOrphan(database: Database, customerId: string): Promise<void> {
  await database.owner(`delete from billing.orphaned_customers where customer_id = $1`, [customerId])
}

export async function isHandled(database: Database, eventId: string): Promise<boolean> {
  const { rowCount } = await database.owner(`select from billing.events where id = $1`, [eventId])
  return rowCount === 1
}

/** A number that grows from call to call; taken before the provider is asked. */
export async function nextSyncOrder(database: Database): Promise<string> {
  const { rows } = await database.owner<{ value: string }>(`select nextval('billing.sync_order') as value`)
  return rows[0]?.value ?? '0'
}

export async function recordEvent(
  transaction: Transaction,
  event: { id: string; type: string; outcome: string },
): Promise<void> {
  await transaction.query({
    text: `insert into billing.events (id, type, outcome) values ($1, $2, $3) on conflict (id) do nothing`,
    values: [event.id, event.type, event.outcome],
  })
}

/**
 * Stores what the provider said, unless something that was asked later is there already, or the subscription has ended: that
 * is final.
 * @returns what happened, for the list of events.
 */
export async function storeSubscription(
  transaction: Transaction,
  provider: ProviderName,
  { subscription: s, syncOrder }: { subscription: ProviderSubscription; syncOrder: string },
): Promise<'applied' | 'superseded' | 'unknown customer'> {
  const { rows } = await transaction.query<{ user_id: string }>({
    text: `select user_id from billing.customers where provider = $1 and customer_id = $2`,
    values: [provider, s.customerId],
  })
  const [owner] = rows
  if (!owner) return 'unknown customer'
  const { rowCount } = await transaction.query({
    text: `insert into public.subscriptions as s (id, user_id, provider, plan, status, quantity, current_period_end,
             trial_end, cancel_at_period_end, sync_order)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (id) do update
           set plan = excluded.plan, status = excluded.status, quantity = excluded.quantity,
               current_period_end = excluded.current_period_end, trial_end = excluded.trial_end,
               cancel_at_period_end = excluded.cancel_at_period_end, sync_order = excluded.sync_order, updated_at = now()
           where s.user_id = excluded.user_id and s.sync_order < excluded.sync_order and s.status <> 'canceled'`,
    values: [
      s.id,
      owner.user_id,
      provider,
      s.tier,
      s.status,
      s.quantity,
      s.currentPeriodEnd,
      s.trialEnd,
      s.cancelAtPeriodEnd,
      syncOrder,
    ],
  })
  return rowCount === 1 ? 'applied' : 'superseded'
}

/** Marks the invoice as paid that a session is for, where that is right. @returns what happened, for the list of events. */
export async function settleInvoice(
  transaction: Transaction,
  { provider, sessionId, payment }: { provider: ProviderName; sessionId: string; payment: ProviderPayment },
): Promise<'applied' | 'seen before' | 'unknown invoice' | 'another amount' | 'not open'> {
  const { invoiceId, amountMinor, currency } = payment
  const { rows } = await transaction.query<{ outcome: Awaited<ReturnType<typeof settleInvoice>> }>({
    text: 'select invoicing.settle($1, $2, $3, $4, $5) as outcome',
    values: [provider, sessionId, invoiceId, amountMinor, currency],
  })
  return rows[0]?.outcome ?? 'unknown invoice'
}
