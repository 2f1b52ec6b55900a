import { pageWords } from './languages/page-words.ts'
import type { OwnNoticeKind, RoleChange } from '#contract/notices.ts'
import { formatCount } from '#web/lib/format.ts'

const named = (name: string | undefined) => (name === undefined ? '' : ` “${name}”`)
const ENDED: Record<string, string> = {
  done: 'You were let back in: a new password was set',
  refused: 'Your request to be let back in was refused',
  cancelled: 'Your request to be let back in was cancelled',
  expired: 'Your request to be let back in ran out after seven days',
}

const behind = (name: string | undefined) => (name === undefined ? '' : `: ${name}`)
const DUE: Record<string, string> = {
  soon: 'A training course is due within a week',
  today: 'A training course is due today',
  late: 'A training course is overdue',
}

/** What a notification is about, as far as this browser can name it. */
export type NoticeAbout = {
  /** What happened, where one kind stands for several things. */
  event?: unknown
  /** How many files. */
  count?: number | undefined
  /** The other person, who did it. */
  who?: string | undefined
  /** Somebody else whom it was done to. */
  whom?: string | undefined
  /** It was done to the person who reads. */
  isOwn?: boolean
  /** The name of a role. */
  role?: string | undefined
  /** The file, team space, request or course. */
  name?: string | undefined
}

const somebody = (who: string | undefined) => who ?? 'Somebody'
const aFile = (name: string | undefined, count = 1) =>
  count > 1 ? `${formatCount(count)} files` : name === undefined ? 'a file' : `“${name}”`
const aSpace = (name: string | undefined) => (name === undefined ? 'a team space' : `the team space “${name}”`)

const aRole = (role: string | undefined) => (role === undefined ? 'a role' : `the role ${role}`)
type Say = (about: NoticeAbout) => string
const ROLES_CHANGED: Readonly<Record<string, Say | undefined>> = {
  given: ({ who, whom, role, isOwn }) => `${somebody(who)} gave ${isOwn ? 'you' : (whom ?? 'somebody')} ${aRole(role)}`,
  ended: ({ who, whom, role, isOwn }) =>
    isOwn
      ? `${somebody(who)} ended your role${role === undefined ? '' : ` ${role}`}`
      : `${somebody(who)} ended ${aRole(role)} of ${whom ?? 'somebody'}`,
  removed: ({ who, whom, role, isOwn }) =>
    `${somebody(who)} removed ${isOwn ? 'you' : (whom ?? 'somebody')} from the organisation, with ${aRole(role)}`,
  invited: ({ who, role, count = 1 }) =>
    count === 1
      ? `${somebody(who)} invited somebody to have ${aRole(role)}`
      : `${somebody(who)} invited ${formatCount(count)} people to roles that open the admin panel`,
  joined: ({ whom, role }) => `${whom ?? 'Somebody'} accepted an invitation and has ${aRole(role)} now`,
  provisioned: ({ whom, role, isOwn }) =>
    `Your identity provider added ${isOwn ? 'you' : (whom ?? 'somebody')}, with ${aRole(role)} of an invitation`,
} satisfies Record<RoleChange, Say>
const rolesChanged = (about: NoticeAbout) =>
  ROLES_CHANGED[String(about.event)]?.(about) ?? 'Who administers your organisation changed'

const SAYS: Record<OwnNoticeKind, (about: NoticeAbout) => string> = {
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
  device_silent: ({ name }) => `The device${named(name)} has been silent for longer than you expect`,
  device_back: ({ name }) => `The device${named(name)} is back`,
  device_paused: ({ name }) => `The device${named(name)} did something unusual and is paused`,
  stream_failing: ({ name }) =>
    `The event stream${name === undefined ? '' : ` “${name}”`} has delivered nothing for a day`,
  content_lost: ({ count = 1 }) =>
    count === 1
      ? 'The content of a file is missing or damaged'
      : `The content of ${formatCount(count)} files is missing or damaged`,
  leftovers_held: () => 'Much stored content belongs to no file. Nothing of it is removed before the operator says so',
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
  organisation_entered: () => 'A person who runs this installation has entered the panel of your organisation',
  keys_listed: () =>
    'The public log lists new keys in your name. If nobody explained that to you, ask the operator in person or by phone',
  email_changed: () => 'Your email address was changed',
  second_factor_changed: ({ event }) =>
    event === 'mfa.added' ? 'A second factor was added' : 'A second factor was removed',
  passkey_changed: ({ event }) => (event === 'passkey.removed' ? 'A passkey was removed' : 'A passkey was added'),
  session_stolen: () => 'A session was used by two parties and was ended',
  threat_noticed: () => 'Something unusual was noticed about your account',
  threat_incident: () => 'A security incident needs somebody to look at it',
  policy_updated: ({ who }) => `${somebody(who)} changed the rules of your organisation`,
  retention_changed: ({ who }) => `${somebody(who)} changed how long the audit log keeps what events say`,
  keyring_refused: () =>
    'Somebody tried to overwrite what your vault remembers, and was refused. If an older version of the app was open, reload it',
  session_ended: ({ who }) => `${somebody(who)} ended a session of yours`,
  training_assigned: ({ name }) => `A training course was assigned to you${behind(name)}`,
  training_due: ({ name, event }) => `${DUE[String(event)] ?? 'A training course is due'}${behind(name)}`,
  space_removal_wanted: ({ who, name }) =>
    `${who ?? 'Somebody'} is to leave the team space${named(name)}: an administrator decided so. Take them out of it`,
  role_ending: () => 'A role of yours ends within a week. Settings says on which day',
  roles_changed: rolesChanged,
  member_role_ending: ({ who }) => `A role of ${who ?? 'somebody in your organisation'} ends within a week`,
}

const words = {
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
  openTraining: 'Open training',
  openSpaces: 'Open team spaces',
  openShared: 'Open shared files',
  openDevices: 'Look at the devices',
  openStreams: 'Look at the event streams',
  openRequests: 'Open my requests',
  openTeam: 'Look at the request',
  openRecovery: 'Look at organisation recovery',
  openPanel: 'Open the panel',
  openKeys: 'Look at your keys',
  openNoticed: 'Look at what was noticed',
  openPolicies: 'Look at the rules',
  openRoles: 'Open Team',
  openOwnRoles: 'Open Settings',
  openRetention: 'Open the audit log',
  openIncident: 'Look at the incident',
  more: 'Show older notifications',
  settings: {
    title: 'What you are notified about',
    lead: 'In the app, by email, or both. Mails about the safety of your account and organisation are always sent: a person who had stolen your session would switch them off first.',
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
      training: 'Training',
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
      device_silent: 'A device is silent',
      device_back: 'A silent device is back',
      device_paused: 'A device is paused',
      stream_failing: 'An event stream delivers nothing',
      content_lost: 'Content of files is missing or damaged',
      leftovers_held: 'Leftover content waits for the operator',
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
      organisation_entered: 'Operator in your organisation',
      keys_listed: 'New keys in your name',
      email_changed: 'Email address changed',
      second_factor_changed: 'Second factor added or removed',
      passkey_changed: 'Passkey added or removed',
      threat_noticed: 'Something unusual about your account',
      threat_incident: 'Security incident in your organisation',
      policy_updated: 'Rules of your organisation changed',
      retention_changed: 'Retention of the audit log changed',
      keyring_refused: 'Overwriting what your vault remembers was refused',
      session_ended: 'A session of yours was ended',
      training_assigned: 'Training assigned to you',
      training_due: 'Training is due',
      space_removal_wanted: 'Somebody is to leave a team space of yours',
      role_ending: 'A role of yours ends soon',
      member_role_ending: 'A role of somebody you manage ends soon',
      roles_changed: 'Who administers your organisation changed',
    } satisfies Record<OwnNoticeKind, string>,
  },
} as const

export const notices = pageWords('notices', words)
