import { BLOCK_KINDS, type Block } from '#contract/growth/newsletters.ts'
import { REQUEST_KINDS } from '#contract/invoicing/contracts.ts'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notices.ts'
import { EXERCISE_TEMPLATES } from '#contract/training/exercises.ts'
import { formConfirmationMail } from '../../growth/forms/confirmation-mail.ts'
import { renderNewsletter } from '../../growth/newsletters/render-newsletter.ts'
import { answeredMail, askedMail, issuedMail } from '../../invoicing/invoicing-mails.ts'
import * as templates from '../../mail/templates.ts'
import type { MailContent } from '../../mail/templates.ts'
import { noticeMail } from '../../notify/notice-mail.ts'
import { alreadySubscribedMail, incidentMail, subscribeMail } from '../../status/status-mails.ts'
import { tenantMail, tenantMailContent } from '../../tenants/tenant-mails.ts'
import { exerciseMail } from '../../training/exercises/exercise-mails.ts'

const CODE = '123456'
/** Names that people chose, which a mail must not take for markup. */
export const [PERSON, ORGANISATION] = ['Ada <i>Lovelace</i>', 'Example & <i>Works</i>']
const DAY = new Date('2030-01-31T12:00:00Z')

type Place = { /** A link of this installation. */ url: string; /** Its address. */ origin: string }
type Sample = (place: Place) => MailContent | null | readonly (MailContent | null)[]

/** Every mail of the product, filled as a real one is, by the function that makes it. A test holds that none is forgotten. */
export const mailSamples: Record<string, Sample> = {
  confirmationMail: ({ url }) => templates.confirmationMail({ url, code: CODE }),
  accountExistsMail: ({ url }) => templates.accountExistsMail({ url }),
  recoveryMail: ({ url }) => templates.recoveryMail({ url, code: CODE }),
  magicLinkMail: ({ url }) => templates.magicLinkMail({ url, code: CODE }),
  emailChangeMail: ({ url }) =>
    templates.emailChangeMail({ url, code: CODE, email: 'ada@example.org', newEmail: 'new@example.org' }),
  newEmailMail: ({ url }) =>
    templates.newEmailMail({ url, code: CODE, email: 'ada@example.org', newEmail: 'new@example.org' }),
  emailChangeNoticeMail: ({ url }) => templates.emailChangeNoticeMail({ url, newEmail: 'new@example.org' }),
  reauthenticationMail: () => templates.reauthenticationMail({ code: CODE }),
  passwordChangedMail: ({ url }) => templates.passwordChangedMail({ url }),
  vaultKeysChangedMail: ({ url }) => templates.vaultKeysChangedMail({ url }),
  identityLinkedMail: ({ url }) => templates.identityLinkedMail({ provider: 'GitHub', url }),
  identityRemovedMail: ({ url }) => templates.identityRemovedMail({ provider: 'GitHub', url }),
  emailChangedMail: () => templates.emailChangedMail({ newEmail: 'new@example.org' }),
  factorChangedMail: ({ url }) => templates.factorChangedMail({ what: 'An authenticator app was removed', url }),
  accountDeletedMail: ({ url }) => templates.accountDeletedMail({ url }),
  noticeMailOf: ({ url }) =>
    templates.noticeMailOf({ subject: 'A notice', paragraphs: ['Something happened.'], button: 'Open', url }),
  supportMail: () =>
    templates.supportMail({
      name: PERSON,
      email: 'ada@example.org',
      subject: 'Question',
      message: 'One\n\nTwo',
      priority: 'medium',
    }),
  inviteMail: ({ url }) => templates.inviteMail({ url, code: CODE }),
  secondOrganisationMail: ({ url }) =>
    templates.secondOrganisationMail({ url, inviter: PERSON, organisation: ORGANISATION }),
  provisionedMail: ({ url }) => templates.provisionedMail({ url, code: '123456', organisation: ORGANISATION }),
  teamInvitationMail: ({ url }) => templates.teamInvitationMail({ url, inviter: PERSON, organisation: ORGANISATION }),

  noticeMail: ({ origin }) => mailedKinds().flatMap((kind) => noticesOf(kind, origin)),
  subscribeMail: ({ url }) => subscribeMail(url),
  alreadySubscribedMail: ({ url }) => alreadySubscribedMail(url),
  incidentMail: ({ url, origin }) => [true, false].map((isFirst) => incidentOf(isFirst, { url, origin })),
  tenantMailContent: ({ origin }) =>
    tenantMail.shape.occasion.options.map((occasion) => {
      const facts = { name: ORGANISATION, reason: 'It is not used.', by: PERSON, day: DAY }
      return tenantMailContent({ occasion, to: 'ada@example.org', facts }, origin)
    }),
  askedMail: ({ origin }) =>
    REQUEST_KINDS.map((kind) =>
      askedMail({ organisation: 'Example Works', kind, wanted: ['annual'], present: [], note: PERSON }, origin),
    ),
  answeredMail: ({ origin }) =>
    REQUEST_KINDS.flatMap((kind) =>
      (['accepted', 'declined'] as const).map((answer) =>
        answeredMail({ kind, wanted: ['annual'], answer, reason: PERSON }, origin),
      ),
    ),
  issuedMail: ({ origin }) =>
    [true, false].map((isCancellation) =>
      issuedMail({ name: 'INV-2030-0001', total: '120.00 EUR', due: '2030-02-14', isCancellation }, origin),
    ),
  exerciseMail: ({ url }) => EXERCISE_TEMPLATES.map((template) => exerciseMail(template, url)),
  formConfirmationMail: ({ url }) =>
    formConfirmationMail({ organisation: ORGANISATION, title: 'News', agreed: 'I want them.', url }),
  renderNewsletter: ({ url }) => ({
    subject: 'News',
    ...renderNewsletter({
      subject: 'News',
      blocks: BLOCK_KINDS.map((kind) => BLOCKS[kind]),
      footer: ORGANISATION,
      organisation: ORGANISATION,
      unsubscribeUrl: url,
      // As the mail leads: through an address of this server, which counts.
      linkTo: () => url,
    }),
    unsubscribeUrl: url,
  }),
}

/** Kinds that somebody may be mailed about by `noticeMail`; those that always are have a mail of their own, or one of these. */
const mailedKinds = (): NoticeKind[] =>
  (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter(
    (kind) => NOTICE_KINDS[kind].byEmail !== 'always' || noticesOf(kind, '').some((mail) => mail !== null),
  )

/** With all that is known of what happened, and with as little as there may be. */
const noticesOf = (kind: NoticeKind, origin: string): (MailContent | null)[] => [
  noticeMail({ kind, at: DAY, device: undefined, ip: undefined, by: undefined }, origin),
  noticeMail(
    {
      kind,
      at: DAY,
      device: 'Firefox on Linux',
      ip: '192.0.2.1',
      by: PERSON,
      course: { title: ORGANISATION, due: '2030-01-31' },
      gathered: 3,
    },
    origin,
  ),
]

const incidentOf = (isFirst: boolean, { url, origin }: Place): MailContent =>
  incidentMail(
    {
      title: 'Uploads are slow',
      severity: 'low',
      services: ['api'],
      status: isFirst ? 'investigating' : 'resolved',
      text: PERSON,
      created_at: DAY,
      is_first: isFirst,
    },
    { page: `${origin}/status`, unsubscribe: url },
  )

const BLOCKS: Record<Block['kind'], Block> = {
  heading: { kind: 'heading', text: ORGANISATION },
  text: { kind: 'text', text: `${PERSON} wrote [a page](https://elsewhere.invalid/page).` },
  button: { kind: 'button', label: 'Open', url: 'https://elsewhere.invalid/' },
  divider: { kind: 'divider' },
}
