import type { NoticeKind } from '#contract/notices.ts'
import { formatCount } from '#web/lib/format.ts'

const ENDED: Record<string, string> = {
  done: 'You were let back in: a new password was set',
  refused: 'Your request to be let back in was refused',
  cancelled: 'Your request to be let back in was cancelled',
  expired: 'Your request to be let back in ran out after seven days',
}

/** What a notification says, by its kind; `event` tells apart what one kind stands for, `count` how often it happened. */
const SAYS: Record<NoticeKind, (event: unknown, count: unknown) => string> = {
  new_device: () => 'You signed in on a new device',
  file_shared: () => 'Somebody shared a file with you',
  team_space_added: () => 'Somebody added you to a team space',
  team_space_removed: () => 'You were removed from a team space',
  files_received: (_, count) => (count === 1 ? 'Somebody sent you a file' : `Somebody sent you ${String(count)} files`),
  recovery_wanted: () => 'Somebody asks you to let them back into their vault',
  recovery_changed: () => 'Your organisation changed who can let you back in',
  recovery_asked: () => 'Somebody asked for your recovery. If that was not you, cancel it',
  recovery_answered: () => 'Somebody handed over their part of the key to your vault',
  recovery_ended: (event) => ENDED[String(event)] ?? 'The request to let you back in has ended',
  password_changed: () => 'Your password was changed',
  password_reset: () => 'A new password was set with a mailed link',
  email_changed: () => 'Your e-mail address was changed',
  second_factor_changed: (event) =>
    event === 'mfa.added' ? 'A second factor was added' : 'A second factor was removed',
  passkey_changed: (event) => (event === 'passkey.removed' ? 'A passkey was removed' : 'A passkey was added'),
  session_stolen: () => 'A session was used by two parties and was ended',
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
  says: (kind: string, { event, count }: Record<string, unknown>) =>
    kind in SAYS ? SAYS[kind as NoticeKind](event, count) : notices.unknownKind(kind),
  unread: 'New',
  markRead: 'Mark as read',
  markReadLabel: (sentence: string) => `Mark as read: ${sentence}`,
  markAllRead: 'Mark all as read',
  unreadCount: (count: number) => (count === 0 ? 'Nothing new' : `${formatCount(count)} unread`),
  markFailed: 'The notifications could not be marked as read',
  check: 'Look at sessions and devices',
  openSpaces: 'Open team spaces',
  openShared: 'Open shared files',
  openRequests: 'Open my requests',
  openTeam: 'Look at the request',
  openRecovery: 'Look at organisation recovery',
  more: 'Show older notifications',
  settings: {
    title: 'What you are told about',
    lead: 'In the app, by e-mail, or both. Mails about your password, your address and your ways to sign in are always sent.',
    loading: 'Loading settings',
    failed: 'The settings could not be loaded',
    saveFailed: 'The setting could not be saved',
    event: 'Event',
    inApp: 'In the app',
    byEmail: 'E-mail',
    always: 'Always',
    inAppLabel: (kind: string) => `${kind}, in the app`,
    byEmailLabel: (kind: string) => `${kind}, by e-mail`,
    kinds: {
      new_device: 'Sign-in on a new device',
      session_stolen: 'Stolen session ended',
      file_shared: 'File shared with you',
      team_space_added: 'Added to a team space',
      team_space_removed: 'Removed from a team space',
      files_received: 'Files arrived for a request of yours',
      recovery_wanted: 'Somebody asks you to let them back in',
      recovery_changed: 'Who can let you back in changed',
      recovery_asked: 'Your recovery was asked for',
      recovery_answered: 'Your recovery was answered',
      recovery_ended: 'Your recovery ended',
      password_changed: 'Password changed',
      password_reset: 'Password reset with a mailed link',
      email_changed: 'E-mail address changed',
      second_factor_changed: 'Second factor added or removed',
      passkey_changed: 'Passkey added or removed',
    } satisfies Record<NoticeKind, string>,
  },
} as const
