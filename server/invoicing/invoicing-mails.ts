import type { RequestKind } from '#contract/invoicing/contracts.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { type MailContent, noticeMailOf } from '../mail/templates.ts'

const KINDS: Record<RequestKind, string> = { plan: 'plan', term: 'term of payment', add_ons: 'add-ons' }
const WORDS: Record<string, string> = {
  starter: TENANT_PLANS.starter.name,
  professional: TENANT_PLANS.professional.name,
  enterprise: TENANT_PLANS.enterprise.name,
  analytics: 'Advanced Analytics',
  compliance: 'Compliance Manager',
  operations: '24/7 Security Operations',
}

const named = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : values.map((value) => WORDS[value] ?? value).join(', ')

/** To the operator: an organisation asks for something else than it has. @param asked `organisation` is one line */
export function askedMail(
  asked: {
    organisation: string
    kind: RequestKind
    wanted: readonly string[]
    present: readonly string[]
    note: string
  },
  publicUrl: string,
): MailContent {
  const { organisation, kind, wanted, present, note } = asked
  return noticeMailOf({
    subject: `${organisation} asks for another ${KINDS[kind]}`,
    paragraphs: [
      `Wanted: ${named(wanted)}. At present: ${named(present)}.`,
      ...(note === '' ? [] : [`They wrote: ${note.replaceAll(/\s+/g, ' ')}`]),
      'Nothing changes until somebody who runs the installation accepts it.',
    ],
    button: 'Answer the request',
    url: `${publicUrl}/admin/tenants`,
  })
}

/** To who asked. */
export function answeredMail(
  given: { kind: RequestKind; wanted: readonly string[]; answer: 'accepted' | 'declined'; reason: string },
  publicUrl: string,
): MailContent {
  const { kind, wanted, answer, reason } = given
  return noticeMailOf({
    subject: `Your request for another ${KINDS[kind]} was ${answer}`,
    paragraphs: [
      answer === 'accepted'
        ? `From now on: ${named(wanted)}.`
        : `You asked for: ${named(wanted)}. Nothing was changed.`,
      ...(reason === '' ? [] : [`They wrote: ${reason.replaceAll(/\s+/g, ' ')}`]),
    ],
    button: 'Open billing',
    url: `${publicUrl}/admin/billing`,
  })
}

/** To the address for invoices. The PDF is behind the sign-in, and not in the mail. */
export function issuedMail(
  { name, total, due, isCancellation }: { name: string; total: string; due: string; isCancellation: boolean },
  publicUrl: string,
): MailContent {
  return noticeMailOf({
    subject: isCancellation ? `Cancellation ${name}` : `Invoice ${name}`,
    paragraphs: isCancellation
      ? [`${name} takes back ${total}. Nothing has to be paid for what it cancels.`]
      : [`Invoice ${name} is about ${total}, to be paid by ${due}.`, 'Who manages billing downloads it as a PDF.'],
    button: 'Open invoices',
    url: `${publicUrl}/admin/billing?tab=invoices`,
  })
}
