import { z } from 'zod'
import { MAIL_TASK as TASK } from '#contract/operations.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { BULK_PRIORITY, enqueue, type Tasks } from '#server/jobs/jobs.ts'
import { LocalMailbox } from './local-mailbox.ts'
import type { MailSettings } from './mail-transport.ts'
import { isNobodys } from './nobodys-mail.ts'
import { type OutgoingMail, outgoingMail, smtpSender } from './smtp.ts'
import { PayloadSeal } from './payload-seal.ts'
import type { MailContent } from './templates.ts'

/** SQL: what a mail calls a person (`p` of public.profiles, `u` of auth.users), on one line and no longer than a line. */
export const NAME_IN_MAIL = `left(regexp_replace(coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email), '[[:cntrl:]]+', ' ', 'g'), 100)`

export type Mail = {
  /**
   * Sends `content` once `transaction` commits.
   * @throws {Error} when the address holds a line break.
   */
  send: (transaction: Transaction, to: string, content: MailContent) => Promise<void>
  /**
   * Sends now, and says how it went: for those who keep a queue of their own.
   * @throws {Error} what the SMTP server refused, as nodemailer tells it; or when a header would have more than one line.
   */
  deliver: (to: string, content: MailContent & { messageId?: string }) => Promise<void>
  /** Hand these to `startJobs`. */
  tasks: Tasks
  /** Whom a mail of the queue is for; null where the secret that sealed it is another one. */
  recipientOf: (payload: unknown) => string | null
  /** When this process last took a mail from the queue, by `performance.now()`. */
  workedAtMs: () => number
  /** Where mails go while no SMTP server is set; undefined when one is. */
  mailbox: LocalMailbox | undefined
  /** Greets the SMTP server and signs in to it; undefined when none is set. @throws when that fails. */
  reach: (() => Promise<void>) | undefined
  close: () => void
}

export type MailServices = {
  config: MailSettings & { mailFrom: string }
  secrets: { serverSecret: Buffer }
  database: Database
}

/** Mail through a queue in PostgreSQL: to the SMTP server when one is set, into the local mailbox otherwise. */
export function createMail({ config, secrets, database }: MailServices): Mail {
  // A queued mail holds a live link. Sealed, a copy of the database opens nothing even while a mail waits for its server.
  const seal = new PayloadSeal(secrets.serverSecret)
  const { smtpUrl, smtpTls, mailFrom } = config
  const smtp = smtpUrl ? smtpSender({ smtpUrl, smtpTls }, mailFrom) : undefined
  const mailbox = smtp ? undefined : new LocalMailbox(database, mailFrom)

  let workedAtMs = -Infinity
  const openMail = (payload: unknown): OutgoingMail => {
    const { sealed } = z.object({ sealed: z.string() }).parse(payload)
    return outgoingMail.parse(JSON.parse(seal.open(sealed)))
  }

  return {
    send: async (transaction, to, content) => {
      requireLines(to, content)
      const { subject, text, html, replyTo, unsubscribeUrl, isBulk } = content
      const mail: OutgoingMail = { to, subject, text, html, replyTo, unsubscribeUrl }
      const priority = isBulk ? BULK_PRIORITY : 0
      await enqueue(transaction, TASK, { sealed: seal.seal(JSON.stringify(mail)) }, { priority })
    },
    deliver: async (to, content) => {
      requireLines(to, content)
      if (isNobodys(to)) return
      const mail: OutgoingMail = { to, ...content }
      await (smtp ? smtp.deliver(mail) : mailbox?.deliver(mail))
    },
    tasks: {
      [TASK]: async (payload) => {
        workedAtMs = performance.now()
        const mail = openMail(payload)
        if (isNobodys(mail.to)) return
        await (smtp ? smtp.deliver(mail) : mailbox?.deliver(mail))
      },
    },
    recipientOf: (payload) => {
      try {
        return openMail(payload).to
      } catch {
        // Sealed under a server secret that was replaced since.
        return null
      }
    },
    workedAtMs: () => workedAtMs,
    mailbox,
    reach: smtp?.reach,
    close: () => smtp?.close(),
  }
}

/** A line break in a header would begin another header. */
function requireLines(to: string, { subject, replyTo = '', unsubscribeUrl = '' }: MailContent): void {
  if (/[\r\n]/.test(to + subject + replyTo + unsubscribeUrl)) throw new Error('a mail header must be one line')
}
