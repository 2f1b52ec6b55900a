import { createHmac, randomBytes } from 'node:crypto'
import type { Tier } from '#contract/plans.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { hashOf } from '#server/secrets.ts'
import type { BillingProvider } from '../provider.ts'
import { signWebhook } from '../webhook-signature.ts'
import { sandboxEvent } from './sandbox-events.ts'
import { isSame, SandboxPayments } from './sandbox-payments.ts'
import { type SandboxAction, started, transition } from './sandbox-state.ts'
import * as sql from './sandbox.sql.ts'

const CHECKOUT_SECONDS = 24 * 60 * 60
const PORTAL_SECONDS = 60 * 60

export type SandboxServices = {
  config: { publicUrl: string }
  secrets: { serverSecret: Buffer }
  database: Database
}
/** Takes a signed webhook, as the public address does. */
export type Deliver = (message: { body: string; header: string }) => Promise<unknown>
export type Form = { token: string; formToken: string }
export type PortalChange = { subscriptionId: string; action: SandboxAction; plan: Tier; quantity: number }

/**
 * Replaces Stripe: customers, subscriptions, pages to order and to change, and signed webhooks. No money moves and no
 * card is asked for.
 */
export class Sandbox {
  readonly provider: BillingProvider
  readonly payments: SandboxPayments
  readonly #database: Database
  readonly #secret: Buffer
  readonly #webhookSecret: string

  constructor({ config, secrets, database }: SandboxServices) {
    this.#database = database
    this.#secret = secrets.serverSecret
    this.#webhookSecret = `whsec_${this.#mac('webhook').toString('base64url')}`
    const pages = `${config.publicUrl}/billing/sandbox`
    const payments = new SandboxPayments({ database, pages, macOf: (purpose) => this.#mac(purpose) })
    this.payments = payments
    this.provider = {
      name: 'sandbox',
      webhookSecrets: [this.#webhookSecret],
      createCustomer: async () => `cus_sandbox_${randomBytes(12).toString('hex')}`,
      createCheckout: async ({ tier: plan, ...order }) =>
        `${pages}/checkout/${await this.#open({ kind: 'checkout', plan, ...order, lifeSeconds: CHECKOUT_SECONDS })}`,
      createPortal: async (customerId) =>
        `${pages}/portal/${await this.#open({ kind: 'portal', customerId, lifeSeconds: PORTAL_SECONDS })}`,
      readSubscription: async (id) => {
        const found = await sql.findSubscription(database, id)
        if (!found) return undefined
        const { customer_id: customerId, plan: tier, status, quantity } = found
        const times = { currentPeriodEnd: found.current_period_end, trialEnd: found.trial_end }
        return { id, customerId, tier, status, quantity, ...times, cancelAtPeriodEnd: found.cancel_at_period_end }
      },
      createPayment: (payment) => payments.create(payment),
      endPayment: (id) => payments.end(id),
      readPayment: (id) => payments.read(id),
      // Its rows go with the account.
      endSubscriptions: async () => undefined,
    }
  }

  /** The session behind the address of a page, with the token for its next form; undefined when there is none any more. */
  async session(
    token: string,
    kind: sql.SandboxSession['kind'],
  ): Promise<(sql.SandboxSession & { formToken: string }) | undefined> {
    const session = await sql.findSession(this.#database, hashOf(token))
    if (session?.kind !== kind) return undefined
    return { ...session, formToken: this.#formToken(session).toString('base64url') }
  }

  subscriptions(customerId: string): Promise<sql.SandboxSubscription[]> {
    return sql.subscriptionsOf(this.#database, customerId)
  }

  /** Starts what was ordered. @returns false when the form is not the one that was shown last. */
  async pay(form: Form, now = new Date()): Promise<boolean> {
    return this.#answer(form, { kind: 'checkout', completes: true }, async (transaction, session) => {
      const { plan, quantity, trial_days, customer_id } = session
      // The table's own check promises both.
      if (!plan || !quantity) throw new Error('a checkout session without an order')
      const id = `sub_sandbox_${randomBytes(12).toString('hex')}`
      const subscription = { id, customer_id, ...started({ plan, quantity, trial_days }, now) }
      await sql.saveSubscription(transaction, subscription)
      for (const type of ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']) {
        await sql.insertEvent(transaction, sandboxEvent(type, subscription, now))
      }
    })
  }

  /** A card that the bank refuses: nothing starts. @returns false when the form is not the one that was shown last. */
  async decline(form: Form): Promise<boolean> {
    return this.#answer(form, { kind: 'checkout', completes: false }, async () => undefined)
  }

  /**
   * Does what a button of the portal says, where it fits the subscription.
   * @returns false when the form is not the one that was shown last.
   */
  async change(form: Form, change: PortalChange, now = new Date()): Promise<boolean> {
    return this.#answer(form, { kind: 'portal', completes: false }, async (transaction, session) => {
      const key = { id: change.subscriptionId, customerId: session.customer_id }
      const subscription = await sql.lockSubscription(transaction, key)
      if (subscription) await this.#act(transaction, { subscription, change, now })
    })
  }

  /** Begins the next period of subscriptions whose last one is over. */
  async passTime(now = new Date()): Promise<void> {
    await this.#database.asOwner(async (transaction) => {
      for (const subscription of await sql.lockDueSubscriptions(transaction)) {
        await this.#act(transaction, { subscription, change: { action: 'next_period', ...subscription }, now })
      }
    })
  }

  /** Delivers events that wait, in their order. One that was not taken stays and is tried again with the next. */
  async deliverWaiting(deliver: Deliver, now = new Date()): Promise<void> {
    for (const { id, body } of await sql.waitingEvents(this.#database)) {
      await deliver({ body, header: signWebhook(body, this.#webhookSecret, now.getTime()) })
      await sql.markDelivered(this.#database, id)
    }
  }

  async #act(
    transaction: Transaction,
    act: {
      subscription: sql.SandboxSubscription
      change: Pick<PortalChange, 'action' | 'plan' | 'quantity'>
      now: Date
    },
  ): Promise<void> {
    const after = transition(act.subscription, act.change.action, act.change)
    if (!after) return
    const subscription = { ...act.subscription, ...after.state }
    await sql.saveSubscription(transaction, subscription)
    await sql.insertEvent(transaction, sandboxEvent(after.event, subscription, act.now))
  }

  async #answer(
    { token, formToken }: Form,
    { kind, completes }: { kind: sql.SandboxSession['kind']; completes: boolean },
    work: (transaction: Transaction, session: sql.SandboxSession) => Promise<void>,
  ): Promise<boolean> {
    const tokenHash = hashOf(token)
    const shown = await sql.findSession(this.#database, tokenHash)
    if (shown?.kind !== kind || !isSame(Buffer.from(formToken, 'base64url'), this.#formToken(shown))) return false
    return this.#database.asOwner(async (transaction) => {
      const session = await sql.takeForm(transaction, { tokenHash, number: shown.form_number, completes })
      if (!session) return false
      await work(transaction, session)
      return true
    })
  }

  async #open(session: Omit<Parameters<typeof sql.insertSession>[1], 'tokenHash'>): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await sql.insertSession(this.#database, { ...session, tokenHash: hashOf(token) })
    return token
  }

  #formToken({ token_hash: tokenHash, form_number: number }: sql.SandboxSession): Buffer {
    return this.#mac(`form/${tokenHash.toString('hex')}/${number}`)
  }

  #mac(purpose: string): Buffer {
    return createHmac('sha256', this.#secret).update(`qs1/billing-sandbox/${purpose}`).digest()
  }
}
