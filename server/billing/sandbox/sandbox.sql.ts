import type { Tier } from '#contract/plans.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SandboxState } from './sandbox-state.ts'

export type SandboxSession = {
  token_hash: Buffer
  kind: 'checkout' | 'portal'
  customer_id: string
  plan: Tier | null
  quantity: number | null
  trial_days: number
  form_number: number
  completed_at: Date | null
}
export type SandboxSubscription = SandboxState & { id: string; customer_id: string }

const SESSION = 'token_hash, kind, customer_id, plan, quantity, trial_days, form_number, completed_at'
const SUBSCRIPTION = 'id, customer_id, plan, status, quantity, current_period_end, trial_end, cancel_at_period_end'

/** Only the newest order of a customer can be paid, so that two open pages do not make two subscriptions. */
export async function insertSession(
  database: Database,
  session: {
    tokenHash: Buffer
    kind: SandboxSession['kind']
    customerId: string
    plan?: Tier
    quantity?: number
    trialDays?: number
    lifeSeconds: number
  },
): Promise<void> {
  await database.owner(
    `with expired as (delete from billing.sandbox_sessions where expires_at < now() - interval '1 day'),
     superseded as (
       delete from billing.sandbox_sessions
       where $2 = 'checkout' and kind = 'checkout' and customer_id = $3 and completed_at is null
     )
     insert into billing.sandbox_sessions (token_hash, kind, customer_id, plan, quantity, trial_days, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')`,
    [
      session.tokenHash,
      session.kind,
      session.customerId,
      session.plan ?? null,
      session.quantity ?? null,
      session.trialDays ?? 0,
      session.lifeSeconds,
    ],
  )
}

export async function findSession(database: Database, tokenHash: Buffer): Promise<SandboxSession | undefined> {
  const { rows } = await database.owner<SandboxSession>(
    `select ${SESSION} from billing.sandbox_sessions where token_hash = $1 and expires_at > now()`,
    [tokenHash],
  )
  return rows[0]
}

/** Uses up the form that was shown; undefined when it was sent before, or the session is over. */
export async function takeForm(
  transaction: Transaction,
  form: { tokenHash: Buffer; number: number; completes: boolean },
): Promise<SandboxSession | undefined> {
  const { rows } = await transaction.query<SandboxSession>({
    text: `update billing.sandbox_sessions
           set form_number = form_number + 1, completed_at = case when $3 then now() end
           where token_hash = $1 and form_number = $2 and completed_at is null and expires_at > now()
           returning ${SESSION}`,
    values: [form.tokenHash, form.number, form.completes],
  })
  return rows[0]
}

export async function findSubscription(database: Database, id: string): Promise<SandboxSubscription | undefined> {
  const { rows } = await database.owner<SandboxSubscription>(
    `select ${SUBSCRIPTION} from billing.sandbox_subscriptions where id = $1`,
    [id],
  )
  return rows[0]
}

/** Newest first. */
export async function subscriptionsOf(database: Database, customerId: string): Promise<SandboxSubscription[]> {
  const { rows } = await database.owner<SandboxSubscription>(
    `select ${SUBSCRIPTION}
     from billing.sandbox_subscriptions
     where customer_id = $1
     order by created_at desc, id`,
    [customerId],
  )
  return rows
}

/** Locked until the transaction ends. */
export async function lockSubscription(
  transaction: Transaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<SandboxSubscription | undefined> {
  const { rows } = await transaction.query<SandboxSubscription>({
    text: `select ${SUBSCRIPTION} from billing.sandbox_subscriptions where id = $1 and customer_id = $2 for update`,
    values: [id, customerId],
  })
  return rows[0]
}

/** Those whose period is over. Locked until the transaction ends; what another process has locked is left to it. */
export async function lockDueSubscriptions(transaction: Transaction): Promise<SandboxSubscription[]> {
  const { rows } = await transaction.query<SandboxSubscription>({
    text: `select ${SUBSCRIPTION}
           from billing.sandbox_subscriptions
           where current_period_end <= now() and status in ('trialing', 'active')
           limit 100
           for update skip locked`,
  })
  return rows
}

export async function saveSubscription(transaction: Transaction, s: SandboxSubscription): Promise<void> {
  await transaction.query({
    text: `insert into billing.sandbox_subscriptions (${SUBSCRIPTION})
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (id) do update
           set plan = excluded.plan, status = excluded.status, quantity = excluded.quantity,
               current_period_end = excluded.current_period_end, trial_end = excluded.trial_end,
               cancel_at_period_end = excluded.cancel_at_period_end`,
    values: [
      s.id,
      s.customer_id,
      s.plan,
      s.status,
      s.quantity,
      s.current_period_end,
      s.trial_end,
      s.cancel_at_period_end,
    ],
  })
}

export async function insertEvent(transaction: Transaction, body: string): Promise<void> {
  await transaction.query({ text: `insert into billing.sandbox_events (body) values ($1)`, values: [body] })
}

export async function waitingEvents(database: Database): Promise<{ id: string; body: string }[]> {
  const { rows } = await database.owner<{ id: string; body: string }>(
    `select id, body from billing.sandbox_events where delivered_at is null order by id limit 200`,
  )
  return rows
}

export async function markDelivered(database: Database, id: string): Promise<void> {
  await database.owner(`update billing.sandbox_events set delivered_at = now() where id = $1`, [id])
}
