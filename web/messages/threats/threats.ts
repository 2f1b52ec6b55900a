import type { DetectorName, Enforcement, ReasonCode } from '#contract/threats.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

/** Numbers and words of a reason. */
type ReasonFacts = Readonly<Record<string, unknown>>
const count = (value: unknown): string => formatCount(Number(value ?? 0))
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Why a detector fired, in words. */
const reasons: Record<ReasonCode, (facts: ReasonFacts) => string> = {
  failed_tries: ({ tries }) => `${count(tries)} wrong passwords in a short time`,
  accounts_tried: ({ accounts }) => `${count(accounts)} different accounts were tried`,
  few_successes: ({ right, wrong }) => `${count(right)} of these sign-ins succeeded, ${count(wrong)} failed`,
  attack_everywhere: ({ wrong, addresses }) => `${count(wrong)} wrong passwords from ${count(addresses)} addresses`,
  unseen_country: ({ country }) => `From a country that this account was never used in: ${text(country)}`,
  unseen_network: ({ network }) => `From a network that this account never used: ${text(network)}`,
  unseen_device: () => 'On a device that never signed in to this account',
  unusual_score: ({ score }) => `How unusual: ${count(score)}, where 1 is ordinary`,
  too_fast: ({ from, to, km, minutes }) =>
    `From ${text(from)} to ${text(to)} in ${count(minutes)} minutes, which is about ${count(km)} km`,
  copied_token: () => 'The same session was used in two places',
  moved_country_and_network: ({ from, to }) =>
    `The session moved from ${text(from)} to ${text(to)}, to another network`,
  other_program: () => 'The session appeared in another browser or program',
  files_read: ({ files, minutes }) => `${count(files)} different files were read within ${count(minutes)} minutes`,
  usual_reads: ({ files }) => `On a usual day it is ${count(files)}`,
  files_of_day: ({ files }) => `${count(files)} files were read within a day`,
  read_by_own_links: ({ files }) =>
    `Visitors read ${count(files)} different files through links that were made within the last day`,
  files_destroyed: ({ files, most }) =>
    `${count(files)} files were replaced or deleted within ten minutes; ${count(most)} are let through`,
  files_destroyed_of_day: ({ files, most }) =>
    `${count(files)} files were replaced or deleted within a day; ${count(most)} are let through`,
  client_saw: ({ files }) =>
    `Before they were sealed, the browser saw ${count(files)} of them turn into random data or into another kind of file`,
  unknown_links: ({ tries }) => `${count(tries)} links were tried that do not exist`,
  young_session: ({ minutes }) => `In a session that was ${count(minutes)} minutes old`,
  first_grant: ({ role }) => `The first role that this person gave: ${text(role)}`,
  canary_file: () => 'A file was opened that nobody has a reason to open',
  canary_link: () => 'A link was opened that nobody has a reason to open',
  refused_objects: ({ objects }) => `${count(objects)} files were asked for that do not exist or belong to others`,
  log_rows_read: ({ rows }) => `${count(rows)} events of the audit log were read`,
  recovered_recently: ({ hours }) => `The password was replaced without the old one ${count(hours)} hours before`,
  after_attack: () => 'The right password followed on many wrong ones',
  device_flood: ({ requests }) => `${count(requests)} requests beyond what a device may send, without waiting`,
  device_replays: ({ requests }) => `${count(requests)} requests of this device came a second time`,
  device_old_key: ({ requests }) => `${count(requests)} requests were signed with a key that was replaced or revoked`,
  device_files: ({ files, usual }) => `${count(files)} files were sent within a day; usually it is ${count(usual)}`,
  device_size: ({ bytes, largest }) =>
    `A file of ${formatBytes(Number(bytes))} was announced; the largest of the last days had ${formatBytes(Number(largest))}`,
  device_moved: ({ from, to }) => `The device moved from ${text(from)} to ${text(to)}, to another network`,
}

const detectors: Record<DetectorName, string> = {
  account_brute_force: 'Passwords of an account are guessed',
  credential_stuffing: 'One address tries many accounts',
  distributed_stuffing: 'Many addresses try many accounts',
  password_spray: 'One network tries few passwords on many accounts',
  new_context: 'Sign-in unlike its person',
  impossible_travel: 'Sign-ins too far apart',
  token_reuse: 'Copied session',
  session_moved: 'Session in another place',
  mass_download: 'Very many files read',
  slow_exfiltration: 'More files read than usual, all day',
  mass_destruction: 'Very many files replaced or deleted',
  link_scraping: 'Links are tried out',
  privilege_change: 'Unusual change of roles',
  canary: 'Canary opened',
  probing: 'Files of others asked for',
  audit_export: 'Audit log read whole',
  recovered_then_export: 'Recovered account reads many files',
  device_misuse: 'Device unlike itself',
}

const enforcements: Record<Enforcement, string> = {
  challenge: 'Unknown devices solve a task before each try',
  step_up: 'The session waits until its person confirms',
  throttle: 'One file a second',
  block: 'The address gets no answer',
  freeze: 'Replacing and deleting files is paused',
  pause: 'The device is paused',
  none: 'Noted',
}

/** What the server noticed, and what it does about it. */
export const threats = pageWords('threats', {
  reasons,
  detectors,
  enforcements,
  confirm: {
    title: 'Confirm that it is you',
    lead: 'Something unusual was noticed about this session. Until you confirm, it opens none of your files.',
    noticed: 'What was noticed',
    forPassword:
      'A way to sign in that was added in the last week, or a sign-in of more than 15 minutes ago, does not show that it is you. What you typed is kept: type the code, and the new password is set.',
    mailLead: (email: string) => `We send a code to ${email}. Nobody can confirm with your password alone.`,
    onlyFactor: (until: string) =>
      `The password was replaced a short while ago, so neither it nor your mailbox shows that it is you. Use your authenticator app, or ask an administrator; otherwise this ends by itself on ${until}.`,
    mailLeadAlone: (email: string) => `We send a code to ${email}.`,
    send: 'Send the code',
    sending: 'Sending...',
    sent: (email: string) => `The code is on its way to ${email}. It may take a minute.`,
    again: 'Send another code',
    code: 'Code from the mail',
    toMail: 'Use a code from your mailbox',
    toApp: 'Use your authenticator app',
    toPassword: 'Use your password',
    password: 'Your password',
    submit: 'Confirm',
    busy: 'Checking...',
    wasNotMe:
      'If this is not you, sign out. If somebody else could be in your account, confirm here and then set a new password under Security.',
    signOut: 'Sign out',
    wrong: 'That is not the code, or it is too old. Send another one.',
  },
  noticed: {
    title: 'What was noticed',
    loading: 'Loading what was noticed',
    failed: 'What was noticed could not be loaded',
    retry: 'Retry',
    empty: 'Nothing unusual was noticed about your account.',
    /** The same, again and again. */
    times: (times: number) => `${formatCount(times)} times`,
    done: (what: string) => `What was done: ${what}`,
    wouldBe: (what: string) => `What would have been done: ${what}`,
    dryRun: 'Dry run',
    inForce: 'In force now',
    over: 'Over',
    me: 'It was me',
    notMe: 'It was not me',
    /** For screen readers: which of several. */
    of: (answer: string, name: string, when: string) => `${answer}: ${name}, ${when}`,
    answer: (said: string) => `Answered: ${said}`,
    answered: 'Your answer is noted',
    ask: {
      title: 'Was this not you?',
      text: 'Every other session of your account ends at once. Then set a new password: you are led to it.',
      submit: 'End all other sessions',
    },
    ended: 'Every other session has ended',
    endedText: 'Set a new password now.',
    answerFailed: 'Your answer could not be noted',
  },
  pause: {
    strip: 'Replacing and deleting files is paused for your account.',
    title: 'Replacing and deleting files is paused',
    /** @param until when it ends by itself. */
    text: (until: string | null) =>
      `You can still read, add and share files. The pause ends when you confirm that it was you${until === null ? '' : `, and otherwise on ${until}`}.`,
    confirm: 'Confirm that it was you',
    lead: 'If you replaced or deleted these files yourself, confirm, and continue at once. If you did not, close this and set a new password first.',
    password: 'Enter your password to show that it is you.',
    lifted: 'You can replace and delete files again',
    liftedText: 'You confirmed that it was you.',
    slowed: {
      strip: 'Very many files were read on this new device, so they come one a second.',
      title: 'Files come one a second in this session',
      /** @param until when it ends by itself. */
      text: (until: string | null) =>
        `Very many were read on a device that is new to your account. They come at full speed again when you confirm that it is you${until === null ? '' : `, and otherwise on ${until}`}.`,
      confirm: 'Confirm that it is you',
      lead: 'If it is you who reads these files, confirm, and they come at full speed again. If it is not, close this, end the session and set a new password.',
      lifted: 'Files come at full speed again',
    },
  },
  canary: {
    title: 'Alarm',
    isSet: 'Alarm set',
    label: 'Alarm when somebody opens this',
    hint: 'Opening or downloading this file, also by yourself, holds that session and pauses replacing and deleting files for that person until they confirm. Those who manage security are notified. Lists show no small picture of it.',
    loading: 'Looking for an alarm...',
    failed: 'Whether there is an alarm could not be found out',
    read: 'Look for an alarm',
    saveFailed: 'The alarm could not be changed',
  },
})
