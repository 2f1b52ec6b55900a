import { type MailContent, noticeMailOf } from '../../mail/templates.ts'

/** Asks whether an address wants newsletters; none is sent without the yes. @param form `title` and `agreed` are words of the organisation */
export function formConfirmationMail(form: {
  organisation: string
  title: string
  agreed: string
  url: string
}): MailContent {
  const { organisation, title, agreed, url } = form
  return noticeMailOf({
    subject: 'Confirm your newsletters',
    paragraphs: [
      `Someone, perhaps you, asked ${organisation} for newsletters to this address ("${title}").`,
      agreed,
      'The link works for a week. If you did not ask, ignore this mail: nothing more will come.',
    ],
    button: 'Confirm',
    url,
  })
}
