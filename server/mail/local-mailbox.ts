import type { Database } from '#server/db/database.ts'
import type { OutgoingMail } from './smtp.ts'

/** Older ones are dropped: this is a place to try the product, not an archive. */
const KEPT_MESSAGES = 500

export type StoredMail = {
  id: string
  created_at: Date
  sender: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
}

/** The mails of an installation that has no SMTP server yet. */
export class LocalMailbox {
  readonly #database: Database
  readonly #sender: string

  constructor(database: Database, sender: string) {
    this.#database = database
    this.#sender = sender
  }

  async deliver(mail: OutgoingMail): Promise<void> {
    await this.#database.owner(
      `with dropped as (
         delete from mail.messages
         where id in (select id from mail.messages order by created_at desc, id desc offset $7)
       )
       insert into mail.messages (sender, recipient, reply_to, subject, text, html)
       values ($1, $2, $3, $4, $5, $6)`,
      [this.#sender, mail.to, mail.replyTo ?? null, mail.subject, mail.text, mail.html, KEPT_MESSAGES - 1],
    )
  }

  /** Newest first. */
  async list(): Promise<StoredMail[]> {
    const { rows } = await this.#database.owner<StoredMail>(
      `select id, created_at, sender, recipient, reply_to, subject, text, html
       from mail.messages
       order by created_at desc, id desc`,
    )
    return rows
  }

  async find(id: string): Promise<StoredMail | undefined> {
    const { rows } = await this.#database.owner<StoredMail>(
      `select id, created_at, sender, recipient, reply_to, subject, text, html
       from mail.messages
       where id = $1`,
      [id],
    )
    return rows[0]
  }
}
