import type { NoticeKind } from '#contract/notices.ts'
import { formatCount } from '#web/lib/format.ts'

const ENDED: Record<string, string> = {
  done: 'You were let back in: a new password was set',
  refused: 'Your request to be let back in was refused',
  cancelled: 'Your request to be let back in was cancelled',
  expired: 'Your request to be let back in ran out after seven days',
}

/** What a notification is about, as far as this browser can name it. */
export type NoticeAbout = {
  /** What happened, where one kind stands for several things. */
  event?: unknown
  /** How many files. */
  count?: number | undefined
  /** The other person. */
  who?: string | undefined
  /** The file, team space or request. */
  name?: string | undefined
}

const somebody = (who: string | undefined) => who ?? 'Somebody'
const aFile = (name: string | undefined, count = 1) =>
  count > 1 ? `${formatCount(count)} files` : name === undefined ? 'a file' : `“${name}”`
const aSpace = (name: string | undefined) => (name === undefined ? 'a team space' : `the team space “${name}”`)

const SAYS: Record<NoticeKind, (about: NoticeAbout) => string> = {
  new_device: () => 'You signed in on a new device',
  file_shared: ({ who, name, count }) => `${somebody(who)} shared ${aFile(name, count)} with you`,
  team_space_added: ({ who, name }) => `${somebody(who)} added you to ${aSpace(name)}`,
  team_space_removed: ({ who, name }) =>
    who === undefined ? `You were removed from ${aSpace(name)}` : `${who} removed you from ${aSpace(name)}`,
  team_space_left: ({ who, name }) =>
    `${somebody(who)} left ${name === undefined ? 'a team space' : `the team space “${name}”, which`} you manage: it needs a new key`,
  files_received: ({ name, count = 1 }) => {
    if (name === undefined)
      return count === 1 ? 'Somebody sent you a file' : `Somebody sent you ${formatCount(count)} files`
    return `${count === 1 ? '1 file' : `${formatCount(count)} files`} arrived for the request “${name}”`
  },
  stream_failing: ({ name }) =>
    `The event stream${name === undefined ? '' : ` “${name}”`} has delivered nothing for a day`,
  recovery_wanted: ({ who }) => `${somebody(who)} requests to be let back into their vault`,
  recovery_changed: () => 'Your organisation changed who can let you back in',
  recovery_asked: () => 'Your recovery was requested. If that was not you, cancel it',
  recovery_answered: ({ who }) => `${somebody(who)} handed over their part of the key to your vault`,
  recovery_ended: ({ event }) => ENDED[String(event)] ?? 'The request to let you back in has ended',
  recovery_allowed: () => 'You allowed several people of your organisation, together, to let you back in',
  recovery_withdrawn: () => 'Nobody in your organisation can let you back in now',
  password_changed: () => 'Your password was changed',
  password_reset: () => 'A new password was set with a mailed link',
  vault_keys_changed: () => 'Recovery words or keys of your vault were replaced',
  keys_listed: () =>
    'The public log lists new keys in your name. If nobody explained that to you, ask the operator in person or by phone',
  email_changed: () => 'Your email address was changed',
  second_factor_changed: ({ event }) =>
    event === 'mfa.added' ? 'A second factor was added' : 'A second factor was removed',
  passkey_changed: ({ event }) => (event === 'passkey.removed' ? 'A passkey was removed' : 'A passkey was added'),
  session_stolen: () => 'A session was used by two parties and was ended',
  threat_noticed: () => 'Something unusual was noticed about your account',
  threat_incident: () => 'A security incident needs somebody to look at it',
}

export const notices = {
  title: 'Notifications',
  lead: 'What you should know about your account. If something was not you, end the session and set a new password.',
  list: 'Notifications',
  loading: 'Loading notifications',
  failed: 'Your notifications could not be loaded',
  retry: 'Retry',
  empty: 'No notifications',
  emptyText: 'A sign-in on a new device, a changed password and the like appear here.',
  /** A kind of a newer server. */
  unknownKind: (kind: string) => `Something happened: ${kind.replaceAll('_', ' ')}`,
  says: SAYS,
  unread: 'New',
  markRead: 'Mark as read',
  markReadLabel: (sentence: string) => `Mark as read: ${sentence}`,
  markAllRead: 'Mark all as read',
  unreadCount: (count: number) => (count === 0 ? 'Nothing new' : `${formatCount(count)} unread`),
  markFailed: 'The notifications could not be marked as read',
  check: 'Look at sessions and devices',
  openSpaces: 'Open team spaces',
  openShared: 'Open shared files',
  openStreams: 'Look at the event streams',
  openRequests: 'Open my requests',
  openTeam: 'Look at the request',
  openRecovery: 'Look at organisation recovery',
  openKeys: 'Look at your keys',
  openNoticed: 'Look at what was noticed',
  openIncident: 'Look at the incident',
  more: 'Show older notifications',
  settings: {
    title: 'What you are notified about',
    lead: 'In the app, by email, or both. Mails about your password, your keys, your address and your ways to sign in are always sent.',
    loading: 'Loading settings',
    failed: 'The settings could not be loaded',
    saveFailed: 'The setting could not be saved',
    event: 'Event',
    inApp: 'In the app',
    byEmail: 'Email',
    always: 'Always',
    groups: {
      files: 'Files and requests',
      spaces: 'Team spaces',
      account: 'Sign-in and keys',
      recovery: 'Recovery',
      systems: 'Other systems',
    },
    counts: (inApp: number, byEmail: number, all: number) => `${inApp} of ${all} in the app, ${byEmail} by email`,
    inAppLabel: (kind: string) => `${kind}, in the app`,
    byEmailLabel: (kind: string) => `${kind}, by email`,
    kinds: {
      new_device: 'Sign-in on a new device',
      session_stolen: 'Stolen session ended',
      file_shared: 'File shared with you',
      team_space_added: 'Added to a team space',
      team_space_removed: 'Removed from a team space',
      team_space_left: 'Somebody left a team space you manage',
      files_received: 'Files arrived for a request of yours',
      stream_failing: 'An event stream delivers nothing',
      recovery_wanted: 'Recovery request',
      recovery_changed: 'Recovery contacts changed',
      recovery_asked: 'Recovery of your vault requested',
      recovery_answered: 'Your recovery request was answered',
      recovery_ended: 'Your recovery request ended',
      recovery_allowed: 'Organisation recovery allowed',
      recovery_withdrawn: 'Organisation recovery switched off',
      password_changed: 'Password changed',
      password_reset: 'Password reset with a mailed link',
      vault_keys_changed: 'Keys of the vault replaced',
      keys_listed: 'New keys in your name',
      email_changed: 'Email address changed',
      second_factor_changed: 'Second factor added or removed',
      passkey_changed: 'Passkey added or removed',
      threat_noticed: 'Something unusual about your account',
      threat_incident: 'Security incident in your organisation',
    } satisfies Record<NoticeKind, string>,
  },
} as const
