import { type MailContent, noticeMailOf } from '#server/mail/templates.ts'

export type NoticeFacts = { kind: string; at: Date; device: string | undefined; ip: string | undefined }
type Words = { subject: string; text: string; advice: string; button: string; path: string }

const CHOOSE = 'You choose on the page Notifications which mails you get.'
const SESSIONS = 'Look at sessions and devices'
const IF_NOT_YOU = `If that was not you, end the session and set a new password at once. ${CHOOSE}`

const WORDS: Record<string, Words> = {
  new_device: {
    subject: 'You signed in on a new device',
    text: 'Somebody, probably you, signed in to your account on a device that was not used before.',
    advice: IF_NOT_YOU,
    button: SESSIONS,
    path: '/dashboard/security',
  },
  session_stolen: {
    subject: 'A stolen session was ended',
    text: 'One of your sessions was used by two parties at once, so it was ended. Both must sign in again.',
    advice: IF_NOT_YOU,
    button: SESSIONS,
    path: '/dashboard/security',
  },
  // The server does not know the file's name, and a mail is no place for it.
  file_shared: {
    subject: 'A file was shared with you',
    text: 'Somebody in your organisation shared a file with you. Your browser shows its name once your vault is open.',
    advice: CHOOSE,
    button: 'Open shared files',
    path: '/dashboard/shared',
  },
  team_space_added: {
    subject: 'You were added to a team space',
    text: 'Somebody in your organisation added you to a team space. Your browser shows its name once your vault is open.',
    advice: CHOOSE,
    button: 'Open your team spaces',
    path: '/dashboard/spaces',
  },
  // Sent for the first file: others may follow while this is read.
  files_received: {
    subject: 'Files arrived for your request',
    text: 'Somebody with the address of a request of yours has sent files. Your browser checks them once your vault is open.',
    advice: CHOOSE,
    button: 'Open my requests',
    path: '/dashboard/shared',
  },
}

/** The mail about a notification; null for a kind that is told in the app only. */
export function noticeMail({ kind, at, device, ip }: NoticeFacts, publicUrl: string): MailContent | null {
  const words = WORDS[kind]
  if (!words) return null
  const place = [device, ip && `from the address ${ip}`].filter(Boolean).join(', ')
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return noticeMailOf({
    subject: words.subject,
    paragraphs: [words.text, place ? `${place}, on ${time}.` : `On ${time}.`, words.advice],
    button: words.button,
    url: `${publicUrl}${words.path}`,
  })
}
