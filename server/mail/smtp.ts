import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { addressOf, type MailSettings } from './mail-transport.ts'

const PATIENCE_MS = 15_000

/** A mail as it waits in the queue. */
export const outgoingMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
  unsubscribeUrl: z.url().optional(),
  messageId: z.string().optional(),
})
export type OutgoingMail = z.infer<typeof outgoingMail>

/**
 * Sends through the SMTP server at `smtpUrl`, keeping its connections open. `smtps:` begins with TLS; `smtp:` upgrades to it where that is offered, and sends
 * nothing without it where it is `required`.
 */
export function smtpSender(
  settings: MailSettings & { smtpUrl: string },
  from: string,
): { deliver: (mail: OutgoingMail) => Promise<void>; reach: () => Promise<void>; close: () => void } {
  const transport = createTransport(
    {
      url: addressOf(settings),
      pool: true,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: 2 * PATIENCE_MS,
    },
    { from, headers: { 'auto-submitted': 'auto-generated' }, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    deliver: async (mail) => {
      await transport.sendMail({
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        ...(mail.messageId && { messageId: mail.messageId }),
        ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
        ...(mail.unsubscribeUrl && {
          headers: {
            'list-unsubscribe': `<${mail.unsubscribeUrl}>`,
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          },
        }),
      })
    },
    reach: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}
