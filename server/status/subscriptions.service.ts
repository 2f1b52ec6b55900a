import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Database } from '../db/database.ts'
import type { Mail } from '../mail/mail.ts'
import { hashOf } from '../secrets.ts'
import { alreadySubscribedMail, subscribeMail } from './status-mails.ts'
import { askToSubscribe, confirmSubscriber, deleteSubscriber } from './subscribers.sql.ts'

const TOKEN_BYTES = 32
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export type SubscriptionServices = {
  config: { publicUrl: string }
  secrets: { serverSecret: Buffer }
  database: Database
  mail: Pick<Mail, 'send'>
  limits: RateLimits
}

/** The first 16 bytes as a version 8 UUID (RFC 9562). */
function uuidOf(bytes: Buffer): string {
  const marked = Buffer.from(bytes.subarray(0, 16))
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | 0x80, 6)
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8)
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Who gets mails about incidents: asked for, confirmed from the mailbox, ended by a link in each mail. */
export class Subscriptions {
  readonly #services: SubscriptionServices

  constructor(services: SubscriptionServices) {
    this.#services = services
  }

  /**
   * Mails a link that confirms, or says to the address itself that it gets mails already: the answer is the same.
   * @throws {AuthError} 429
   */
  async ask(email: string, ip: string): Promise<void> {
    const { database, mail, limits, config } = this.#services
    const address = email.toLowerCase()
    await limits.take('mailOfStatusByAddress', ip)
    await limits.take('mailByRecipient', `status of ${address}`)
    await limits.take('mailByRecipientHourly', `status of ${address}`)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await database.asOwner(async (db) => {
      const { rows } = await db.query<{ id: string; is_confirmed: boolean }>(
        askToSubscribe({ id: this.#idOf(address), email: address, tokenHash: hashOf(token) }),
      )
      const [row] = rows
      if (!row) throw new Error('the address was not noted')
      const content = row.is_confirmed
        ? alreadySubscribedMail(this.unsubscribeUrl(row.id))
        : subscribeMail(`${config.publicUrl}/status/confirm?token=${token}`)
      await mail.send(db, address, content)
    })
  }

  /** @returns false for a link that was used, is too old or is not of here. */
  async confirm(token: string): Promise<boolean> {
    const { text, values } = confirmSubscriber(hashOf(token))
    const { rows } = await this.#services.database.owner(text, values)
    return rows.length > 0
  }

  /** Repeating it is harmless. @returns false for a link that is not of here. */
  async end(id: string, key: string): Promise<boolean> {
    const expected = Buffer.from(this.#keyOf(id))
    const shown = Buffer.from(key)
    if (!UUID.test(id) || shown.length !== expected.length || !timingSafeEqual(shown, expected)) return false
    const { text, values } = deleteSubscriber(id)
    await this.#services.database.owner(text, values)
    return true
  }

  /** Works for every subscription of the address; the key follows from the server's secret, so it is stored nowhere. */
  unsubscribeUrl(id: string): string {
    return `${this.#services.config.publicUrl}/status/unsubscribe?id=${id}&key=${this.#keyOf(id)}`
  }

  /** The same for each subscription of an address, so that a link in an old mail ends a later one too. */
  #idOf(address: string): string {
    const bytes = createHmac('sha256', this.#services.secrets.serverSecret)
      .update(`qs1/status/subscriber/${address}`)
      .digest()
    return uuidOf(bytes)
  }

  #keyOf(id: string): string {
    return createHmac('sha256', this.#services.secrets.serverSecret)
      .update(`qs1/status/unsubscribe/${id}`)
      .digest('base64url')
  }
}
