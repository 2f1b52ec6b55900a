import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BULK_PRIORITY, enqueue, type Tasks } from '../../jobs/jobs.ts'
import type { Mail } from '../../mail/mail.ts'
import { audienceRules } from './newsletters.schemas.ts'
import type { MailTokens } from './mail-tokens.ts'
import { admitDelivery, finishDelivery, sendingNewsletters, startDue, takeDeliveries } from './newsletters.sql.ts'
import { renderNewsletter } from './render-newsletter.ts'

/** Each minute: newsletters whose time has come begin, and the next mails of each leave. */
const ROUND_TASK = 'growth:newsletters'
const MAIL_TASK = 'growth:newsletter-mail'

export type SendServices = {
  config: Pick<Config, 'publicUrl'>
  database: Database
  mail: Pick<Mail, 'deliver'>
  tokens: MailTokens
}

export function newsletterTasks(services: SendServices): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      [ROUND_TASK]: async () => makeRound(services.database),
      [MAIL_TASK]: async (payload) => sendOne(services, z.object({ delivery: z.uuid() }).parse(payload).delivery),
    },
    crontab: `* * * * * ${ROUND_TASK}`,
  }
}

async function makeRound(database: Database): Promise<void> {
  const sending = await database.asOwner(async (db) => {
    await startDue(db, (rules) => audienceRules.parse(rules))
    return sendingNewsletters(db)
  })
  for (const id of sending) {
    await database.asOwner(async (db) => {
      for (const delivery of await takeDeliveries(db, id))
        await enqueue(db, MAIL_TASK, { delivery }, { priority: BULK_PRIORITY })
    })
  }
}

/**
 * One mail of a newsletter. What the SMTP server refuses for good is said in its row; what may pass later waits for another turn there, so that
 * the job itself is done in any case. A server that is killed between the two may send a mail twice, with the same id.
 */
async function sendOne({ config, database, mail, tokens }: SendServices, delivery: string): Promise<void> {
  const admitted = await admitDelivery(database, delivery)
  if (!admitted) return
  const { email, organisation, subject, blocks, footer, reply_to: replyTo, links } = admitted
  const unsubscribeUrl = `${config.publicUrl}/growth/unsubscribe/${tokens.unsubscribe(delivery)}`
  const linkTo = (url: string): string => {
    const at = links.indexOf(url)
    if (at < 0) throw new Error('a newsletter was changed after it was scheduled')
    return `${config.publicUrl}/growth/l/${tokens.link(delivery, at)}`
  }
  const { html, text } = renderNewsletter({ subject, blocks, footer, organisation, unsubscribeUrl, linkTo })
  const messageId = `<${delivery}@${new URL(config.publicUrl).hostname}>`
  try {
    await mail.deliver(email, { subject, html, text, unsubscribeUrl, messageId, ...(replyTo !== null && { replyTo }) })
  } catch (error) {
    await finishDelivery(database, delivery, outcomeOf(error))
    return
  }
  await finishDelivery(database, delivery, { outcome: 'sent' })
}

const refusal = z.object({ responseCode: z.number(), command: z.string(), response: z.string().optional() })

/** Only a refusal of the recipient is about the address; the others are about us, or about now. */
function outcomeOf(error: unknown): { outcome: 'bounced' | 'failed' | 'retry'; problem: string } {
  const refused = refusal.safeParse(error)
  if (!refused.success) return { outcome: 'retry', problem: 'the mail server could not be reached' }
  const { responseCode: code, command } = refused.data
  const problem = `${command}: ${code}`
  if (code < 500) return { outcome: 'retry', problem }
  if (command === 'RCPT TO') return { outcome: 'bounced', problem }
  return { outcome: command === 'DATA' ? 'failed' : 'retry', problem }
}
