import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'

const filesOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`

/** The work of the installation, for who operates it. */
export const operations = pageWords('operations', {
  lead: 'What this installation is doing, read from it every ten seconds. What you do here is in the audit log.',
  loading: 'Loading the state of the installation',
  failed: 'The state of the installation could not be loaded',
  retry: 'Retry',
  failedAct: 'Nothing was changed',
  gone: 'It is done already, or is being done now.',
  job: {
    givenUp: 'Given up',
    retries: 'Will be retried',
    tries: (done: number, most: number) => `${formatCount(done)} of ${formatCount(most)} tries`,
    since: (when: string) => `queued ${when}`,
    next: (when: string) => `next try ${when}`,
  },
  jobs: {
    title: 'Jobs',
    counts: ({ waiting, scheduled, running, failed }: Record<'waiting' | 'scheduled' | 'running' | 'failed', number>) =>
      `${formatCount(waiting)} waiting, ${formatCount(scheduled)} scheduled, ${formatCount(running)} running, ${formatCount(failed)} given up. Mails are counted too.`,
    none: 'No job has failed.',
    run: 'Run again',
    runOf: (task: string, id: string) => `Run ${task} again, number ${id}`,
    started: 'The job runs again',
  },
  mails: {
    title: 'Mails that were not sent',
    none: 'No mail has failed.',
    sealed: 'Address unknown: sealed under an earlier secret',
    send: 'Send again',
    sendTo: (to: string) => `Send the mail to ${to} again`,
    sent: 'The mail is on its way again',
    drop: 'Drop',
    dropTo: (to: string) => `Drop the mail to ${to}`,
    dropTitle: (to: string) => `Drop the mail to ${to}?`,
    dropText: 'It is removed and never sent. If it holds a link, the person can ask for another one.',
    dropYes: 'Drop mail',
    dropped: 'The mail was dropped',
  },
  nodes: {
    title: 'Servers',
    none: 'No server has reported yet. Each does so within seconds of its start.',
    there: 'Running',
    away: 'Not heard from',
    role: {
      all: 'answers people and works in the background',
      api: 'answers people',
      worker: 'works in the background',
    },
    version: (version: string) => `version ${version}`,
    started: (when: string) => `started ${when}`,
    seen: (when: string) => `heard from ${when}`,
    disk: (free: string, all: string) => `${free} of ${all} free`,
    pool: (name: string, used: number, open: number, waiting: number) =>
      `Pool ${name}: ${formatCount(used)} of ${formatCount(open)} in use, ${formatCount(waiting)} waiting`,
  },
  storage: {
    title: 'Stored content',
    stored: 'Stored',
    storedIn: {
      disk: (size: string, count: number) => `${size} in ${filesOf(count)}, on the disk of the server`,
      bucket: (size: string, count: number) => `${size} in ${filesOf(count)}, in a bucket`,
    },
    lost: 'Lost',
    lostOf: (missing: number, damaged: number) => `${formatCount(missing)} missing, ${formatCount(damaged)} damaged`,
    read: 'All content read',
    reading: 'Being read for the first time',
    never: 'Not yet',
    unreadable: 'Could not be read',
    swept: 'Compared with the database',
    leftovers: 'Belongs to no file',
    leftoversOf: (count: number, size: string, held: number) =>
      `${filesOf(count)}, ${size}${held > 0 ? `; ${formatCount(held)} wait for you: npm run content` : ''}`,
  },
  backup: {
    title: 'Last backup',
    none: 'No backup was ever taken with npm run backup.',
    taken: 'Taken',
    place: 'Place',
    holds: 'Holds',
    holdsOf: (database: string, contents: number, size: string) =>
      `${database} of the database, ${filesOf(contents)} of content with ${size}`,
    damaged: 'Missing or damaged in it',
  },
  database: {
    title: 'Database',
    size: 'Size',
    version: 'Server',
    migrations: 'Migrations',
    migrationsOf: (count: number, last: string) => `${formatCount(count)}, the last is ${last}`,
    migrated: 'Last migrated',
  },
})
