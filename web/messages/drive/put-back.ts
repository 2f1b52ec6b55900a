import { pageWords } from '../languages/page-words.ts'

/** Where people put back what was there before a change. */
export const putBack = pageWords('putBack', {
  title: 'Put back changes',
  titleOf: (name: string) => `Put back changes of ${name}`,
  lead: (days: number, versionDays: number) =>
    `What files and folders were called, and where they were, is kept for ${days} days after a change, and deleted versions for ${versionDays}. Your browser checked the signature of each state of a file that is shown here.`,
  since: 'Changed in the last',
  spans: { hour: 'hour', day: '24 hours', three: '3 days', week: '7 days', month: '30 days (deleted versions)' },
  loading: (done: number, count: number) => (count === 0 ? 'Reading what was kept' : `Checked ${done} of ${count}`),
  progress: 'Checking what was kept',
  failed: 'What was kept could not be loaded',
  empty: 'Nothing to put back',
  emptyText: 'Nothing was changed or deleted in that time that could be put back.',
  refused: (count: number) =>
    count === 1
      ? 'One kept state was changed or damaged. It is not offered.'
      : `${count} kept states were changed or damaged. They are not offered.`,
  list: 'What can be put back',
  all: 'Select all',
  more: (count: number) => `and ${count} more, which are put back as well`,
  renamed: (now: string) => `Now called ${now}`,
  moved: (now: string) => `Now in ${now}`,
  renamedAndMoved: (now: string, folder: string) => `Now called ${now}, in ${folder}`,
  damaged: 'Damaged now, does not open',
  goesTo: (folder: string) => `goes to ${folder}`,
  changed: (when: string) => `changed ${when}`,
  signed: (when: string, who: string) => `signed ${when} by ${who}`,
  you: 'you',
  versionsOf: (name: string, count: number) =>
    count === 1 ? `Deleted version of ${name}` : `${count} deleted versions of ${name}`,
  versions: (numbers: string, when: string) => `Version ${numbers}, deleted ${when}`,
  submit: (count: number) => (count === 1 ? 'Put back 1' : `Put back ${count}`),
  running: (done: number, count: number) => `${done} of ${count} put back`,
  stop: 'Stop',
  done: (count: number) => (count === 1 ? '1 was put back.' : `${count} were put back.`),
  stopped: (count: number) => `${count} were not tried, because you stopped.`,
  notDone: (count: number) => (count === 1 ? 'One could not be put back:' : `${count} could not be put back:`),
  close: 'Close',
})
