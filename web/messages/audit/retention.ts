import { pageWords } from '../languages/page-words.ts'

/** How long the audit log is kept, and what keeps it longer. */
/** Of a count that is formatted already. */
const daysOf = (count: string) => (count === '1' ? '1 day' : `${count} days`)

export const retention = pageWords('retention', {
  open: 'Retention',
  title: 'Retention and legal holds',
  lead: 'After this time, events no longer say who, from where and what. Their kind and time stay, and so does every proof in the ledger.',
  list: 'Times by category',
  loading: 'Loading the times…',
  failed: 'The times could not be loaded',
  retry: 'Try again',
  years: (count: string) => (count === '1' ? '1 year' : `${count} years`),
  days: (count: string, days: number) => (days === 1 ? 'One day' : `${count} days`),
  forGood: 'For good',
  addresses: (time: string) => `addresses and programs: ${time}`,
  from: (when: string, time: string) => `from ${when}: ${time}`,
  change: 'Change',
  changeOf: (category: string) => `Change the time of ${category}`,
  form: {
    title: (category: string) => `Retention: ${category}`,
    keep: 'Keep what events say',
    where: 'Keep addresses and programs',
    asRest: 'As long as the rest',
    hint: 'Applied once a day; a shorter time counts after seven days. What was removed does not come back; exports and copies in other systems are not reached.',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Retention changed',
    notSaved: 'Retention was not changed',
  },
  ask: {
    title: 'Remove older events sooner?',
    text: 'After seven days, what older events say of people is removed and cannot be brought back. Everybody who manages security is notified, and can change the time back until then.',
    confirm: 'Remove sooner',
  },
  holds: {
    title: 'Legal holds',
    none: 'There is no hold. A hold keeps events beyond their time, and nobody it covers can be erased from the log.',
    everything: 'The whole organisation',
    since: (when: string, who: string) => `Since ${when}, set by ${who}`,
    somebody: 'a former account',
    set: 'Set a legal hold',
    about: 'About',
    reason: 'Reason',
    reasonHint: 'Everybody who may read the audit log sees it.',
    submit: 'Set the hold',
    busy: 'Setting…',
    done: 'The hold is in force',
    failed: 'The hold was not set',
    release: 'Release',
    releaseOf: (whom: string) => `Release the hold: ${whom}`,
    releaseTitle: 'Release the hold?',
    releaseText: 'What is past its time is removed with the next daily run.',
    releaseReason: 'Why it is no longer needed',
    releaseSubmit: 'Release the hold',
    releaseBusy: 'Releasing…',
    released: 'The hold was released',
    notReleased: 'The hold was not released',
    strip: (count: string, holds: number) =>
      holds === 1 ? 'A legal hold is in force.' : `${count} legal holds are in force.`,
  },
  removed: (days: string) => `Removed after ${daysOf(days)}`,
  removedText: (days: string) =>
    `What it said of people was removed after ${daysOf(days)}, under the retention settings. The entry stays.`,
  whereRemovedText: (days: string) =>
    `The address and program were removed after ${daysOf(days)}, under the retention settings.`,
} as const)
