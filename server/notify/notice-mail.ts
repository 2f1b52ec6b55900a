import { type MailContent, noticeMailOf } from '#server/mail/templates.ts'

export type NoticeFacts = { kind: string; at: Date; device: string | undefined; ip: string | undefined }

const WORDS: Record<string, { subject: string; text: string }> = {
  new_device: {
    subject: 'You signed in on a new device',
    text: 'Somebody, probably you, signed in to your account on a device that was not used before.',
  },
  session_stolen: {
    subject: 'A stolen session was ended',
    text: 'One of your sessions was used by two parties at once, so it was ended. Both must sign in again.',
  },
}

/** The mail about a notification; null for a kind that is told in the app only. @param url where sessions can be ended. */
export function noticeMail({ kind, at, device, ip }: NoticeFacts, url: string): MailContent | null {
  const words = WORDS[kind]
  if (!words) return null
  const place = [device, ip && `from the address ${ip}`].filter(Boolean).join(', ')
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return noticeMailOf({
    subject: words.subject,
    paragraphs: [
      words.text,
      place ? `${place}, on ${time}.` : `On ${time}.`,
      'If that was not you, end the session and set a new password at once. You choose on the page Notifications which mails you get.',
    ],
    url,
  })
}
