import * as templates from '../../mail/templates.ts'
import type { MailContent } from '../../mail/templates.ts'
import { type Check, noneOf } from '../check.ts'

const URL_HERE = '/login?token=sample'
const CODE = '123456'
const [PERSON, ORGANISATION] = ['Ada Lovelace', 'Example Works']

/** Every template, filled as a real mail is. @param url a link of this installation */
export const mailSamples: Record<string, (url: string) => MailContent> = {
  confirmationMail: (url) => templates.confirmationMail({ url, code: CODE }),
  accountExistsMail: (url) => templates.accountExistsMail({ url }),
  recoveryMail: (url) => templates.recoveryMail({ url, code: CODE }),
  magicLinkMail: (url) => templates.magicLinkMail({ url, code: CODE }),
  emailChangeMail: (url) =>
    templates.emailChangeMail({ url, code: CODE, email: 'ada@example.org', newEmail: 'new@example.org' }),
  newEmailMail: (url) =>
    templates.newEmailMail({ url, code: CODE, email: 'ada@example.org', newEmail: 'new@example.org' }),
  emailChangeNoticeMail: (url) => templates.emailChangeNoticeMail({ url, newEmail: 'new@example.org' }),
  reauthenticationMail: () => templates.reauthenticationMail({ code: CODE }),
  passwordChangedMail: (url) => templates.passwordChangedMail({ url }),
  vaultKeysChangedMail: (url) => templates.vaultKeysChangedMail({ url }),
  identityLinkedMail: (url) => templates.identityLinkedMail({ provider: 'GitHub', url }),
  identityRemovedMail: (url) => templates.identityRemovedMail({ provider: 'GitHub', url }),
  emailChangedMail: () => templates.emailChangedMail({ newEmail: 'new@example.org' }),
  factorChangedMail: (url) => templates.factorChangedMail({ what: 'An authenticator app was removed', url }),
  accountDeletedMail: (url) => templates.accountDeletedMail({ url }),
  noticeMailOf: (url) =>
    templates.noticeMailOf({ subject: 'A notice', paragraphs: ['Something happened.'], button: 'Open', url }),
  supportMail: () =>
    templates.supportMail({
      name: PERSON,
      email: 'ada@example.org',
      subject: 'Question',
      message: 'One\n\nTwo',
      priority: 'medium',
    }),
  inviteMail: (url) => templates.inviteMail({ url, code: CODE }),
  secondOrganisationMail: (url) =>
    templates.secondOrganisationMail({ url, inviter: PERSON, organisation: ORGANISATION }),
  provisionedMail: (url) => templates.provisionedMail({ url, code: '123456', organisation: ORGANISATION }),
  teamInvitationMail: (url) => templates.teamInvitationMail({ url, inviter: PERSON, organisation: ORGANISATION }),
}

const UNFILLED = /undefined|\[object |NaN|\$\{|\{\{/

/** MAIL-02 */
export const everyTemplateRenders: Check = async ({ site }) => {
  const names = Object.keys(mailSamples)
  const wrong = names.flatMap((name) => {
    const problem = problemOf(mailSamples[name]?.(site.origin + URL_HERE), site.origin)
    return problem === undefined ? [] : [`${name} ${problem}`]
  })
  return noneOf(wrong, 'A mail does not read as it should', { templates: names.length })
}

function problemOf(mail: MailContent | undefined, origin: string): string | undefined {
  if (!mail) return 'is missing'
  const { subject, text, html } = mail
  if (subject.trim() === '' || /[\r\n]/.test(subject)) return 'has no subject of one line'
  if (text.trim() === '') return 'has no text part'
  if (UNFILLED.test(subject + text + html)) return 'has a place that is not filled'
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
  if (links.some((link) => !link.startsWith(`${origin}/`))) return 'leads to another site'
  return links.some((link) => !text.includes(link.replaceAll('&amp;', '&')))
    ? 'has a link that its text part lacks'
    : undefined
}
