import { z } from 'zod'
import { type MailContent, noticeMailOf } from '../mail/templates.ts'

const line = z.string().transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 500))
/** What functions in SQL ask to have mailed. */
export const tenantMail = z.object({
  occasion: z.enum(['started', 'soon', 'ended', 'restored', 'asked', 'entered']),
  to: z.string(),
  facts: z.object({ name: line, reason: line.default(''), by: line.default(''), day: z.coerce.date().optional() }),
})
export type TenantMail = z.output<typeof tenantMail>

const ALWAYS = 'This mail is always sent.'

/** @param url of the installation */
export function tenantMailContent({ occasion, facts }: TenantMail, url: string): MailContent {
  const { subject, paragraphs, path, button } = words(occasion, facts)
  return noticeMailOf({ subject, paragraphs: [...paragraphs, ALWAYS], button, url: `${url}${path}` })
}

function words(occasion: TenantMail['occasion'], { name, reason, by, day }: TenantMail['facts']) {
  const on = day?.toISOString().slice(0, 10) ?? ''
  const own = { path: '/dashboard', button: 'Open QuantumShield' }
  const keep = 'You can sign in until then, read what happens, and ask to keep it. Download the files that you need.'
  switch (occasion) {
    case 'started':
      return {
        ...own,
        subject: 'Your organisation will be deleted',
        paragraphs: [
          `The operator of this installation deletes your organisation ${name} with everything in it on ${on} (UTC). Until then nobody but its owners can sign in.`,
          `Reason: ${reason}`,
          keep,
        ],
      }
    case 'soon':
      return {
        ...own,
        subject: 'Your organisation will be deleted within a week',
        paragraphs: [
          `Your organisation ${name} will be deleted with everything in it on ${on} (UTC).`,
          `Reason: ${reason}`,
          keep,
        ],
      }
    case 'ended':
      return {
        path: '',
        button: 'Open QuantumShield',
        subject: 'Your organisation was deleted',
        paragraphs: [
          `Your organisation ${name} is being deleted now, with its accounts and all its files. Nobody can bring them back.`,
        ],
      }
    case 'restored':
      return {
        ...own,
        subject: 'Your organisation stays',
        paragraphs: [`Your organisation ${name} is no longer being deleted. Nothing was lost.`],
      }
    case 'entered':
      return {
        path: '/admin/overview',
        button: 'Open the panel',
        subject: 'The operator has entered your organisation',
        paragraphs: [
          `${by} runs this installation and has entered the admin panel of your organisation ${name}, until ${day?.toISOString().slice(11, 16) ?? ''} (UTC) at the latest.`,
          `Reason: ${reason}`,
          'They can do what an administrator does, except what asks for a fresh proof, and can open no file. What they change is in your audit log.',
        ],
      }
    case 'asked':
      return {
        path: '/admin/tenants',
        button: 'Open organisations',
        subject: 'An owner asks you to keep an organisation',
        paragraphs: [`${by} asks you to keep the organisation ${name}, which will be deleted on ${on} (UTC).`],
      }
  }
}
