import { type MailContent, noticeMailOf } from '#server/mail/templates.ts'
import { listed, nameOf, timeOf } from './incident-words.ts'
import type { UpdateToMail } from './subscribers.sql.ts'

/** Asks whether an address wants mails about incidents; nothing more is sent without the yes. */
export function subscribeMail(url: string): MailContent {
  return noticeMailOf({
    subject: 'Confirm status mails',
    paragraphs: [
      'Someone, perhaps you, asked for a mail to this address whenever an incident of this server opens, changes or ends.',
      'The link works once, for 24 hours. If you did not ask, ignore this mail: nothing more will come.',
    ],
    button: 'Confirm',
    url,
  })
}

/** Answers a second request; the page itself must not tell. */
export function alreadySubscribedMail(unsubscribeUrl: string): MailContent {
  const content = noticeMailOf({
    subject: 'You get status mails already',
    paragraphs: [
      'Someone, perhaps you, asked for status mails to this address, which gets them already. Nothing was changed.',
    ],
    button: 'Stop status mails',
    url: unsubscribeUrl,
  })
  return { ...content, unsubscribeUrl }
}

/** One update of an incident. `title` and `text` may be an administrator's words. */
export function incidentMail(update: UpdateToMail, links: { page: string; unsubscribe: string }): MailContent {
  const { title, severity, services, status, text, created_at: at } = update
  const what = status === 'resolved' ? 'Resolved' : update.is_first ? 'New incident' : 'Update'
  const content = noticeMailOf({
    subject: `${what}: ${title}`.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    paragraphs: [
      text,
      `State: ${status}. Severity: ${severity}. Affected: ${listed(services.map(nameOf))}. ${timeOf(at)}.`,
      `To stop these mails, open ${links.unsubscribe}`,
    ],
    button: 'Open the status page',
    url: links.page,
  })
  return { ...content, unsubscribeUrl: links.unsubscribe, isBulk: true }
}
