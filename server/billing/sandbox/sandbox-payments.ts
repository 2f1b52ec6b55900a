import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Currency } from '#contract/sales/money.ts'
import type { Database } from '#server/db/database.ts'
import { hashOf } from '#server/secrets.ts'
import type { Payment, ProviderPayment } from '../provider.ts'
import { sandboxPaymentEvent } from './sandbox-events.ts'
import { insertEvent } from './sandbox.sql.ts'

/** As long as Stripe's sessions are open. */
const LIFE = '24 hours'
const COLUMNS =
  'id, token_hash, invoice_id, name, amount_minor::float8 as amount_minor, currency, form_number, completed_at'

type Session = {
  id: string
  token_hash: Buffer
  invoice_id: string
  name: string
  amount_minor: number
  currency: Currency
  form_number: number
  completed_at: Date | null
}

type Services = { database: Database; pages: string; macOf: (purpose: string) => Buffer }

/** Replaces Stripe's sessions in mode payment: a page on which an invoice is paid, and the event about it. */
export class SandboxPayments {
  readonly #database: Database
  readonly #pages: string
  readonly #macOf: Services['macOf']

  constructor({ database, pages, macOf }: Services) {
    this.#database = database
    this.#pages = pages
    this.#macOf = macOf
  }

  async create({ invoiceId, name, amountMinor, currency }: Payment): Promise<{ id: string; url: string }> {
    const token = randomBytes(24).toString('base64url')
    const id = `cs_sandbox_${randomBytes(12).toString('hex')}`
    await this.#database.owner(
      `with expired as (delete from billing.sandbox_payments where expires_at < now() - interval '90 days')
       insert into billing.sandbox_payments (id, token_hash, invoice_id, name, amount_minor, currency, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + interval '${LIFE}')`,
      [id, hashOf(token), invoiceId, name, amountMinor, currency],
    )
    return { id, url: `${this.#pages}/payment/${token}` }
  }

  /** @returns false where it was paid already */
  async end(id: string): Promise<boolean> {
    const { rows } = await this.#database.owner<{ is_paid: boolean }>(
      `update billing.sandbox_payments set expires_at = case when completed_at is null then now() else expires_at end
       where id = $1 returning completed_at is not null as is_paid`,
      [id],
    )
    return rows[0]?.is_paid !== true
  }

  async read(id: string): Promise<ProviderPayment | undefined> {
    const found = await this.#find('id = $1', [id])
    if (!found) return undefined
    const { invoice_id: invoiceId, amount_minor: amountMinor, currency } = found
    return { invoiceId, amountMinor, currency: currency.toLowerCase(), isPaid: found.completed_at !== null }
  }

  /** The session behind the address of a page, with the token for its next form; undefined when there is none any longer. */
  async session(token: string): Promise<(Session & { formToken: string }) | undefined> {
    const found = await this.#find('token_hash = $1 and (expires_at > now() or completed_at is not null)', [
      hashOf(token),
    ])
    return found && { ...found, formToken: this.#formToken(found).toString('base64url') }
  }

  /** Pays, or tries a card that the bank refuses. @returns false when the form is not the one that was shown last. */
  async press(
    { token, formToken }: { token: string; formToken: string },
    card: 'accepted' | 'declined',
    now = new Date(),
  ): Promise<boolean> {
    const shown = await this.session(token)
    if (!shown || !isSame(Buffer.from(formToken, 'base64url'), this.#formToken(shown))) return false
    return this.#database.asOwner(async (transaction) => {
      const { rowCount } = await transaction.query({
        text: `update billing.sandbox_payments set form_number = form_number + 1, completed_at = case when $3 then now() end
               where id = $1 and form_number = $2 and completed_at is null and expires_at > now()`,
        values: [shown.id, shown.form_number, card === 'accepted'],
      })
      if (rowCount !== 1) return false
      if (card === 'accepted')
        await insertEvent(transaction, sandboxPaymentEvent({ id: shown.id, invoiceId: shown.invoice_id }, now))
      return true
    })
  }

  async #find(condition: string, values: readonly unknown[]): Promise<Session | undefined> {
    const text = `select ${COLUMNS} from billing.sandbox_payments where ${condition}`
    const { rows } = await this.#database.owner<Session>(text, [...values])
    return rows[0]
  }

  #formToken({ token_hash: tokenHash, form_number: number }: Session): Buffer {
    return this.#macOf(`payment/${tokenHash.toString('hex')}/${number}`)
  }
}

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
