import { z } from 'zod'
import type { Database, Transaction } from '#server/db/database.ts'
import { BULK_PRIORITY, enqueue, type Tasks } from '#server/jobs/jobs.ts'
import { LocalMailbox } from './local-mailbox.ts'
import type { MailSettings } from './mail-transport.ts'
import { type OutgoingMail, outgoingMail, smtpSender } from './smtp.ts'
import { PayloadSeal } from './payload-seal.ts'
import type { MailContent } from './templates.ts'

/** SQL: what a mail calls a person (`p` of public.profiles, `u` of auth.users), on one line and no longer than a line. */
export const NAME_IN_MAIL = `left(regexp_replace(coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email), '[[:cntrl:]]+', ' ', 'g'), 100)`

const TASK = 'send_mail'

export type Mail = {
  /**
   * Sends `content` once `transaction` commits.
   * @throws {Error} when the address holds a line break.
   */
  send: (transaction: Transaction, to: string, content: MailContent) => Promise<void>
  /** Hand these to `startJobs`. */
  tasks: Tasks
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

  return {
    send: async (transaction, to, content) => {
      if (/[\r\n]/.test(to + content.subject + (content.replyTo ?? '')))
        throw new Error('a mail header must be one line')
      const { subject, text, html, replyTo, unsubscribeUrl, isBulk } = content
      const mail: OutgoingMail = { to, subject, text, html, replyTo, unsubscribeUrl }
      const priority = isBulk ? BULK_PRIORITY : 0
      await enqueue(transaction, TASK, { sealed: seal.seal(JSON.stringify(mail)) }, { priority })
    },
    tasks: {
      [TASK]: async (payload) => {
        workedAtMs = performance.now()
        const { sealed } = z.object({ sealed: z.string() }).parse(payload)
        const mail = outgoingMail.parse(JSON.parse(seal.open(sealed)))
        await (smtp ? smtp.deliver(mail) : mailbox?.deliver(mail))
      },
    },
    workedAtMs: () => workedAtMs,
    mailbox,
    reach: smtp?.reach,
    close: () => smtp?.close(),
  }
}
