import type { DetectorMode, DetectorName, Enforcement, IncidentState } from '#contract/threats.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

const looksFor: Record<DetectorName, string> = {
  account_brute_force: 'Many wrong passwords for one account in a short time.',
  credential_stuffing: 'Wrong passwords for many accounts from one address, where no more sign-ins succeed than fail.',
  distributed_stuffing:
    'Wrong passwords for many accounts from many addresses within minutes, while no more sign-ins succeed than fail.',
  password_spray: 'A few wrong passwords each for very many accounts, from one network within an hour.',
  new_context:
    'A sign-in by password on a new device: from a new country, from a network and with a browser that are new and unusual together, or right after many wrong passwords.',
  impossible_travel:
    'Two sign-ins by password in countries so far apart that nobody gets from one to the other in between.',
  token_reuse: 'The token that renews a session is used a second time, so somebody else has a copy of it.',
  session_moved:
    'A session appears in another browser or program, or in another country and another network at the same time.',
  mass_download: 'Very many different files read within minutes, and far more than the person reads on a usual day.',
  slow_exfiltration: 'Very many files read within a day, and far more than the person reads on a usual day.',
  mass_destruction:
    'A large part of a person’s files replaced or deleted for good within minutes; what was in the trash for a day does not count.',
  link_scraping: 'Many links tried from one address that do not exist.',
  privilege_change:
    'A role that manages people or security, which somebody gives to themselves, for the first time, or right after signing in. An invitation counts.',
  canary: 'A file or link opened that its owner set an alarm on.',
  probing: 'One person asks for many different files that do not exist or belong to others.',
  audit_export: 'Very many events of the audit log read in a session that has just begun.',
  recovered_then_export: 'Many files read within a day after the password was replaced without the old one.',
  device_misuse:
    'A device sends far more or far larger files than it usually does, repeats requests, signs with an earlier key, does not wait when it should, or appears in another country and another network at the same time.',
}

/** What nobody does any longer when a detector with this consequence is off. */
const lost: Record<Enforcement, string> = {
  challenge: 'Unknown devices try passwords without solving a task; only the usual limits stay.',
  step_up: 'Such a session continues to open files, and nobody is asked to confirm.',
  throttle: 'Files are read as fast as the connection allows.',
  block: 'The address continues to get answers.',
  freeze: 'Nothing stops somebody from replacing and deleting everything.',
  pause: 'What the device sends is still taken.',
  none: 'It happens without anybody being notified.',
}

const factors: Record<string, string> = { '0.5': 'higher', '1': 'usual', '2': 'lower', '4': 'lowest' }
const factorHints: Record<string, string> = {
  '0.5': 'Higher: it fires at half of the usual limits',
  '1': 'Usual',
  '2': 'Lower: it fires at twice the usual limits',
  '4': 'Lowest: it fires at four times the usual limits',
}

/** For those who manage security. */
export const threatsPage = pageWords('threatsPage', {
  lead: 'What was noticed in your organisation, what the server does about it, and how sensitive it is. Nothing here deletes anything.',
  retry: 'Retry',
  more: 'Show more',
  unnamed: 'Somebody whose account is gone',
  you: (name: string) => `${name} (you)`,
  subjects: {
    account: (who: string) => `The account of ${who}`,
    session: (who: string) => `A session of ${who}`,
    person: (who: string) => who,
    signInsFrom: (address: string) => `Sign-ins from ${address}`,
    linksFrom: (address: string) => `Links tried from ${address}`,
    network: (network: string) => `The network ${network}`,
    installation: 'Sign-ins to the whole server',
    canary: (who: string) => `A file or link with an alarm, opened by ${who}`,
    device: (who: string) => `A device of ${who}`,
  },
  incidents: {
    title: 'Incidents',
    filter: 'Which incidents',
    unresolved: 'Unresolved',
    resolved: 'Resolved',
    loading: 'Loading incidents',
    failed: 'The incidents could not be loaded',
    none: 'No incident is open',
    noneText: 'When a detector of high or critical risk notices something, it appears here and you are notified.',
    noneResolved: 'No incident was resolved yet',
    noneResolvedText: 'What you resolve is listed here.',
    states: { open: 'Open', investigating: 'Being looked into', resolved: 'Resolved' } satisfies Record<
      IncidentState,
      string
    >,
    detail: (parts: readonly string[]) => parts.join(' · '),
    takenBy: (who: string) => `taken by ${who}`,
    notTaken: 'nobody has taken it',
    last: (when: string) => `last ${when}`,
    open: (name: string, about: string) => `Open ${name}, ${about}`,
    show: 'Details',
  },
  incident: {
    loading: 'Loading the incident',
    failed: 'The incident could not be loaded',
    gone: 'There is no such incident, or it is of another organisation.',
    about: 'About',
    risk: 'Risk',
    state: 'State',
    since: 'Since',
    last: 'Noticed last',
    takenBy: 'Taken by',
    nobody: 'Nobody yet',
    take: 'Take it',
    resolve: 'Resolve',
    reopen: 'Open again',
    changed: 'The incident was changed',
    changeFailed: 'The incident could not be changed',
    noticed: 'What was noticed',
    noticedLoading: 'Loading what was noticed',
    noticedFailed: 'What was noticed could not be loaded',
    timeline: 'Timeline',
    timelineLoading: 'Loading the timeline',
    timelineFailed: 'The timeline could not be loaded',
    noTimeline: 'Nobody has done anything yet.',
    took: (who: string) => `${who} took it`,
    set: (who: string, state: string) => `${who} set it to “${state}”`,
    wrote: (who: string) => `${who} wrote`,
    note: 'Note',
    noteHint: 'Everybody who manages security can read it.',
    addNote: 'Add note',
    adding: 'Adding...',
  },
  enforced: {
    title: 'In force now',
    loading: 'Loading what is in force',
    failed: 'What is in force could not be loaded',
    none: 'Nothing is in force',
    noneText: 'No account or device is paused, no session held and no address blocked.',
    detail: (parts: readonly string[]) => parts.join(' · '),
    until: (when: string) => `until ${when}`,
    untilProof: 'until its person confirms',
    untilLifted: 'until it is lifted',
    since: (when: string) => `since ${when}`,
    lift: 'Lift',
    liftOf: (what: string, about: string) => `Lift: ${what}, ${about}`,
    own: 'Somebody else has to lift what concerns you. Or confirm on Security that it was you.',
    ask: (what: string) => `Lift “${what}”?`,
    askText: (about: string) =>
      `${about}: it ends at once. Do it when you know that it was a false alarm. What was noticed stays written, and the audit log says that you lifted it.`,
    askSubmit: 'Lift it',
    lifted: 'Lifted',
    liftFailed: 'It could not be lifted',
    ended: {
      password: 'lifted by the person’s password',
      code: 'lifted by a mailed code',
      second_factor: 'lifted by a second factor',
      administrator: 'lifted by somebody who manages security',
      owner: 'lifted by the owner of the device',
    },
    over: 'over',
  },
  days: {
    title: 'The last 30 days',
    loading: 'Counting detections',
    failed: 'Detections could not be counted',
    none: 'Nothing was noticed in the last 30 days',
    noneText: 'No detector fired, neither in force nor as a dry run.',
    lead: (most: number) =>
      `A bar is a day; the highest is ${formatCount(most)}. The same again within ten minutes counts once.`,
    dryRunsBelow: 'Dry runs are grey and below the line.',
    sums: (detections: number, dryRuns: number) =>
      dryRuns === 0
        ? formatCount(detections)
        : `${formatCount(detections)}, and ${formatCount(dryRuns)} ${dryRuns === 1 ? 'dry run' : 'dry runs'}`,
    table: 'The same as a table',
    columns: { day: 'Day', detector: 'Detector', detections: 'Noticed', dryRuns: 'Dry runs' },
  },
  detectors: {
    title: 'Detectors',
    loading: 'Loading detectors',
    failed: 'The detectors could not be loaded',
    looksFor,
    modes: { enforce: 'On', dry_run: 'Dry run', off: 'Off' } satisfies Record<DetectorMode, string>,
    fires: (what: string) => `What follows: ${what}`,
    factor: (label: string) => `Sensitivity: ${label}`,
    factors,
    otherFactor: (factor: number) => `limits times ${formatCount(factor)}`,
    change: 'Change',
    changeOf: (name: string) => `Change: ${name}`,
    mode: 'What it does',
    modeHints: {
      enforce: 'It writes what it notices, notifies people and acts.',
      dry_run: 'It writes what it notices and what it would do. It does nothing and notifies nobody.',
      off: 'It notices nothing.',
    } satisfies Record<DetectorMode, string>,
    sensitivity: 'Sensitivity',
    factorHints,
    noSensitivity: 'One event is enough, so there is no sensitivity.',
    save: 'Save',
    saving: 'Saving...',
    saved: 'Saved',
    takesEffect: 'It counts within seconds, on every server.',
    ask: (name: string) => `Turn off “${name}”?`,
    askText: (consequence: string) =>
      `${consequence} Nothing is written either, so nobody can look it up later. A dry run would still write it. What is in force now stays until it ends or is lifted.`,
    askSubmit: 'Turn it off',
    lost,
    lostCanary: 'Opening a file or link with an alarm does nothing.',
    lostToken: 'The copied session still ends, but nobody is notified of it.',
  },
  figures: {
    title: 'Figures',
    loading: 'Loading figures',
    failed: 'The figures could not be loaded',
    lead: 'Measured in the server process that answered, since it was started.',
    none: 'No decision was made in this process yet, so there is nothing measured.',
    decisions: 'Decisions',
    p50: 'Half took at most',
    p99: '99 of 100 took at most',
    p999: '999 of 1,000 took at most',
    max: 'The slowest took',
    micro: (value: number) => `${formatCount(value)} µs`,
    sources: 'Countries and networks',
    sourcesLead:
      'Where an address is comes from data that lies on this server; no address leaves it. Old data places addresses wrongly.',
    made: (day: string, days: number) =>
      days === 1 ? `Made on ${day}, one day old` : `Made on ${day}, ${formatCount(days)} days old`,
    ageUnknown: 'Of unknown age',
  },
})
