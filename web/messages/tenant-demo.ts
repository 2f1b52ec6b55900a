import type { DemoAccount, DemoStep } from '#contract/organisation/demo.ts'
import { formatCount } from '#web/lib/format.ts'
import { englishWords } from './languages/english-words.ts'

const steps: Record<DemoStep, string> = {
  people: 'People with vaults',
  files: 'Files',
  teams: 'Teams and team spaces',
  shares: 'Shares and links',
  devices: 'Devices and an incident',
  studio: 'Contacts, deals and the studio',
}

const accounts: Record<DemoAccount, string> = {
  owner: 'Owner',
  admin: 'Administrator, who manages growth and sales',
  member: 'Member',
}

/** A demo organisation within the installation. */
export const tenantDemo = englishWords('tenantLife', {
  open: 'Demo',
  title: 'Demo organisation',
  loading: 'Reading the demo',
  failed: 'The demo could not be read',
  retry: 'Try again',
  text: 'An invented organisation with people, files that open, teams, shares, devices and an incident, to show and to try. It is made as people would make it, which takes a minute or more. Its addresses end in .invalid, and no mail leaves.',
  single:
    'Everybody joins one organisation on this server, so there is no other. npm run demo starts a server of its own.',
  people: 'People',
  peopleOf: (count: number) => `${formatCount(count)} people`,
  make: 'Make demo organisation',
  making: 'Starting…',
  makeFailed: 'No demo is being made',
  accounts: {
    title: 'Passwords of its people',
    text: 'They are shown now and never again. Each works as soon as its person has joined. Copy them before you close this.',
    of: (account: DemoAccount, email: string) => `${accounts[account]}: ${email}`,
    copy: 'Copy addresses and passwords',
    copyOne: (account: DemoAccount) => `Copy the password: ${accounts[account]}`,
    copied: 'Copied',
    copyFailed: 'They were not copied',
    line: (account: DemoAccount, email: string, password: string) => `${accounts[account]}: ${email} ${password}`,
  },
  progress: 'Progress of the demo',
  step: (step: DemoStep, done: number, total: number) =>
    total > 1 ? `${steps[step]}: ${formatCount(done)} of ${formatCount(total)}` : steps[step],
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  cancelled: 'The demo was cancelled, and what was made is removed',
  cancelFailed: 'The demo was not cancelled',
  made: (people: number, when: string, who: string) => `${formatCount(people)} people, made on ${when} for ${who}.`,
  kept: (problem: string) =>
    `It is not whole: ${problem} It was kept, because people who are not invented were in it, or a legal hold kept it.`,
  removeText: 'Removing it deletes everything of it at once, without days of grace. Nothing of it can be restored.',
  remove: 'Remove demo organisation',
  removing: 'Removing…',
  removed: 'The demo organisation is being removed',
  removeFailed: 'It was not removed',
  beingRemoved: 'Its people and everything of theirs are being deleted. This takes a moment.',
  ended: {
    asked: undefined,
    cancelled: undefined,
    failed: (problem: string) => `The last one could not be made, and is gone: ${problem}`,
    stopped: 'The server was stopped while it made the last one, which is gone. Make another one.',
  },
})
