import { featureNotice } from '#contract/features/all-facts.ts'
import { type MailContent, noticeMailOf } from '#server/mail/templates.ts'
import { CHOOSE, REVIEW_NOTICES } from './review-notices.ts'

export type NoticeFacts = {
  kind: string
  at: Date
  device: string | undefined
  ip: string | undefined
  /** The name of who did it, where the notice is about what somebody else did. */
  by: string | undefined
  /** The course that the notice is about, and the day it is due. */
  course?: { title: string; due: string } | undefined
  /** Of alarms: how many are gathered in this mail. */
  gathered?: number
}
type Words = {
  subject: string
  text: string | ((by: string, course: string) => string)
  advice: string
  button: string
  path: string
}

/** Somebody whose account is gone by now. */
const SOMEBODY = 'Somebody in your organisation'
/** Of kinds that `NOTICE_KINDS` has as fixed, or that are mailed from where they happen. */
const ALWAYS = 'This mail is always sent.'
const SESSIONS = 'Look at sessions and devices'
const IF_NOT_YOU = `If that was not you, end the session and set a new password at once. ${ALWAYS}`

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
  threat_noticed: {
    subject: 'Something unusual was noticed about your account',
    text: 'Something unusual was noticed about your account. The page Security says what it was and what was done about it.',
    advice: `If it was you, say so there. If not, that page ends your other sessions; then set a new password. ${ALWAYS}`,
    button: 'Look at what was noticed',
    path: '/dashboard/security',
  },
  threat_incident: {
    subject: 'A security incident was opened',
    text: 'Detectors opened an incident in your organisation. The page Threats says what was noticed and what was done about it.',
    advice: ALWAYS,
    button: 'Open the incidents',
    path: '/admin/security',
  },
  policy_updated: {
    subject: 'Rules of your organisation changed',
    text: (by) =>
      `${by} changed the rules that your organisation sets for everybody in it. The page Threats shows them.`,
    advice: `If nobody should have done that, change them back and end the sessions of who did it. ${ALWAYS}`,
    button: 'Look at the rules',
    path: '/admin/security?view=policies',
  },
  retention_changed: {
    subject: 'Retention of the audit log changed',
    text: (by) =>
      `${by} changed how long the audit log of your organisation says who did something, from where and what. A shorter time counts after seven days. Retention on the page Audit Logs shows it.`,
    advice: `If nobody should have done that, change it back within these seven days and end the sessions of who did it. ${ALWAYS}`,
    button: 'Open the audit log',
    path: '/dashboard?tab=audit-logs',
  },
  session_ended: {
    subject: 'A session of yours was ended',
    text: (by) =>
      `${by}, who manages security in your organisation, ended a session of yours. Sign in again to continue.`,
    advice: `If you do not know why, ask them. ${ALWAYS}`,
    button: SESSIONS,
    path: '/dashboard/security',
  },
  role_ending: {
    subject: 'A role of yours ends soon',
    text: 'A role that you have in your organisation ends within a week. You stay a member, with all your files. The page Settings says on which day.',
    advice: `If you need it for longer, ask an administrator of your organisation. ${CHOOSE}`,
    button: 'Open Settings',
    path: '/dashboard/settings',
  },
  member_role_ending: {
    subject: 'A role of somebody in your organisation ends soon',
    text: (by) => `A role of ${by} ends within a week. They stay a member, with all their files.`,
    advice: `The page Team says on which day, and there you can extend it. ${CHOOSE}`,
    button: 'Open Team',
    path: '/dashboard/team',
  },
  ...REVIEW_NOTICES,
  // The server does not know the file's name, and a mail is no place for it.
  file_shared: {
    subject: 'A file was shared with you',
    text: (by) => `${by} shared a file with you. Your browser shows its name once your vault is open.`,
    advice: CHOOSE,
    button: 'Open shared files',
    path: '/dashboard/shared',
  },
  team_space_added: {
    subject: 'You were added to a team space',
    text: (by) => `${by} added you to a team space. Your browser shows its name once your vault is open.`,
    advice: CHOOSE,
    button: 'Open your team spaces',
    path: '/dashboard/spaces',
  },
  team_space_removed: {
    subject: 'You were removed from a team space',
    text: 'A manager removed you from a team space. You can no longer open what is in it; what you stored there stays.',
    advice: CHOOSE,
    button: 'Open your team spaces',
    path: '/dashboard/spaces',
  },
  team_space_left: {
    subject: 'Somebody left a team space you manage',
    text: 'Somebody left a team space that you manage, or was removed from your organisation. The server no longer gives them anything, but they still know the key of the space. Change it, so that they cannot open what is stored from now on.',
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
  recovery_wanted: {
    subject: 'Somebody asks to be let back in',
    text: 'A member of your organisation lost password and recovery words, or says so, and you hold a part of the key to their vault. Answer only when you have spoken to them and they told you the code of their request.',
    advice: ALWAYS,
    button: 'Look at the request',
    path: '/dashboard/team',
  },
  recovery_changed: {
    subject: 'Who can let you back in has changed',
    text: 'Your organisation changed who can open your vault together. Until you agree to the new list, what you allowed before stays in force, without those who are no longer named.',
    advice: ALWAYS,
    button: 'Look at organisation recovery',
    path: '/dashboard/security',
  },
  recovery_asked: {
    subject: 'Somebody asked to be let back into your vault',
    text: 'A request to open your vault with the help of your organisation was made with your account. If that was you, tell the code on the screen to the people named there.',
    advice:
      'If that was not you: sign in, open Security and cancel the request, then set a new password. Tell the people who hold the parts. This mail is always sent.',
    button: 'Look at the request',
    path: '/dashboard/security',
  },
  recovery_answered: {
    subject: 'Somebody handed over their part of your key',
    text: 'One of the people who hold a part of the key to your vault answered the request that was made with your account.',
    advice: 'If you did not ask: sign in, open Security and cancel the request at once. This mail is always sent.',
    button: 'Look at the request',
    path: '/dashboard/security',
  },
  recovery_allowed: {
    subject: 'You allowed your organisation to let you back in',
    text: 'With your account, several people of your organisation were allowed to open your vault together, when you ask for it.',
    advice:
      'If that was not you: sign in, open Security and switch organisation recovery off, then set a new password. This mail is always sent.',
    button: 'Look at organisation recovery',
    path: '/dashboard/security',
  },
  recovery_withdrawn: {
    subject: 'Organisation recovery was switched off',
    text: 'Nobody in your organisation can help you back into your vault now. If you lose your password and your recovery words, your files are lost.',
    advice:
      'If that was not you: sign in, open Security and allow organisation recovery again, then set a new password. This mail is always sent.',
    button: 'Look at organisation recovery',
    path: '/dashboard/security',
  },
  device_silent: {
    subject: 'A device is silent',
    text: 'A device that adds files to your vault has not been heard from for longer than you expect. It may have no power or no network, or somebody took it.',
    advice: CHOOSE,
    button: 'Look at the devices',
    path: '/dashboard/devices',
  },
  device_back: {
    subject: 'A silent device is back',
    text: 'A device that adds files to your vault, and was silent for longer than you expect, has been heard from again.',
    advice: CHOOSE,
    button: 'Look at the devices',
    path: '/dashboard/devices',
  },
  content_lost: {
    subject: 'Content of a file is missing or damaged',
    text: 'The server has lost the content of at least one stored file, or has it in another size than it should. The audit log says which. A person who opens the file is shown that it is damaged.',
    advice: `The operator can put the content back from a backup; the daily check then says that it is whole again. ${CHOOSE}`,
    button: 'Open the audit log',
    path: '/dashboard?tab=audit-logs',
  },
  leftovers_held: {
    subject: 'Leftover content waits for the operator',
    text: 'The daily check found much stored content that belongs to no file of the database, as after a restore of an older backup, or where two installations share a bucket. Nothing of it is removed before the operator says so.',
    advice: `The guide "Backup and restore" says how to look at it and what to do. ${CHOOSE}`,
    button: 'Open the audit log',
    path: '/dashboard?tab=audit-logs',
  },
  device_paused: {
    subject: 'A device is paused',
    text: 'A device that adds files to your vault did something unusual. Nothing of it is taken until you, or somebody who manages security, lets it send again. The page says what it did.',
    advice: ALWAYS,
    button: 'Look at the devices',
    path: '/dashboard/devices',
  },
  stream_failing: {
    subject: 'An event stream delivers nothing',
    text: 'For a day, the receiver of an event stream of your organisation has taken no event. The page says what it answers, or why it is not reached. Nothing is lost: the events are sent once it takes them.',
    advice: CHOOSE,
    button: 'Look at the event streams',
    path: '/admin/integrations',
  },
  roles_changed: {
    subject: 'Who administers your organisation changed',
    text: (by) =>
      `${by} gave or ended a role that opens the admin panel of your organisation, removed a person who had one, invited somebody to have one, or came by such an invitation. The page Team shows who has which role.`,
    advice: `If nobody should have done that, take it back there, and have who did it end their sessions and set a new password. ${ALWAYS}`,
    button: 'Open Team',
    path: '/dashboard/team',
  },
  keyring_put_back: {
    subject: 'An earlier state of your vault was put back',
    text: 'What your vault remembers of other people, and its private keys, were put back as they were on an earlier day, because the present ones could not be opened.',
    advice:
      'If that was not you: sign in, look at your sessions and set a new password. Compare safety numbers again that you compared since then. This mail is always sent.',
    button: 'Look at sessions and devices',
    path: '/dashboard/security',
  },
  keyring_refused: {
    subject: 'Somebody tried to overwrite your vault',
    text: 'With your session, but without the keys of your vault, somebody tried to write over what your vault remembers of other people and its private keys. It was refused, and nothing was changed.',
    advice: `An older version of the app or of the command line that is still running does the same: reload or update it. If there is none, end your sessions and set a new password at once: somebody has a copy of your session. ${ALWAYS}`,
    button: SESSIONS,
    path: '/dashboard/security',
  },
  keys_listed: {
    subject: 'New keys in your name',
    text: 'The public log lists new public keys in your name. Your own browser makes keys once, when you make your vault. Somebody else may have put these in their place, to read what is shared with you; colleagues’ browsers refuse to share with them until safety numbers were compared.',
    advice:
      'If nobody explained this to you: sign in, read what Security says of your keys, and ask the operator in person or by phone. Warn the people who share with you. This mail is always sent.',
    button: 'Look at your keys',
    path: '/dashboard/security',
  },
  training_assigned: {
    subject: 'A training course was assigned to you',
    text: (_by, course) =>
      `Your organisation assigned a training course to you${course}. It takes a few lessons and a quiz.`,
    advice: CHOOSE,
    button: 'Open training',
    path: '/dashboard/training',
  },
  training_due: {
    subject: 'A training course is due',
    text: (_by, course) => `A training course that your organisation assigned to you is not done yet${course}.`,
    advice: `You are reminded a week before, on the day, and each week after it. ${CHOOSE}`,
    button: 'Open training',
    path: '/dashboard/training',
  },
  recovery_ended: {
    subject: 'The request to let you back in has ended',
    text: 'It was used to set a new password, cancelled, refused, or seven days old. What was handed over for it was deleted.',
    advice:
      'If a new password was set and that was not you, tell your administrator at once. This mail is always sent.',
    button: 'Open Security',
    path: '/dashboard/security',
  },
}

/** The mail about a notification; null for a kind that only the app shows. */
export function noticeMail(
  { kind, at, device, ip, by = SOMEBODY, course, gathered = 1 }: NoticeFacts,
  publicUrl: string,
): MailContent | null {
  const words = WORDS[kind] ?? wordsOf(kind)
  if (!words) return null
  const place = [device, ip && `from the address ${ip}`].filter(Boolean).join(', ')
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return noticeMailOf({
    subject: words.subject,
    paragraphs: [
      typeof words.text === 'string'
        ? words.text
        : words.text(by, course ? `: "${course.title}", due on ${course.due}` : ''),
      place ? `${place}, on ${time}.` : `On ${time}.`,
      ...(gathered > 1 ? [`${gathered} alarms of the last hour are gathered in this mail.`] : []),
      words.advice,
    ],
    button: words.button,
    url: `${publicUrl}${words.path}`,
  })
}

/** Words of the mail about something that a feature declares. */
function wordsOf(kind: string): Words | undefined {
  const fact = featureNotice(kind)
  return fact && { ...fact.mail, advice: CHOOSE, button: fact.open.en, path: fact.to }
}
