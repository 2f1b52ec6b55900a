import { formatCount } from '#web/lib/format.ts'
import { englishWords } from './languages/english-words.ts'

/** Break-glass: entering the panel of another organisation, for who runs the installation. */
export const tenantEntry = englishWords('tenantLife', {
  title: 'Break-glass',
  text: 'You enter its admin panel as an administrator, for a while. You can open no file, and change nothing that asks for a fresh proof. Its owners are mailed at once, and its audit log names you with everything that you change.',
  open: 'Enter panel…',
  reason: 'Reason',
  reasonHint: 'Its owners read it.',
  reasonMissing: 'Say why.',
  length: 'For',
  minutes: (count: number) => `${formatCount(count)} minutes`,
  enter: 'Enter panel',
  entering: 'Entering…',
  entered: (name: string) => `You are in ${name}`,
  failed: 'You did not enter it',
  loading: 'Loading the panel',
  leavesFirst: (name: string) => `You are in ${name}, and leave it first.`,
  readOnly: 'Within another organisation this is read, and not changed.',
  strip: (name: string, until: string) => `You are in ${name} until ${until}.`,
  stripReason: (reason: string) => `Reason: ${reason}`,
  leave: 'Leave',
  leaving: 'Leaving…',
  left: 'You are back in your own organisation',
  leaveFailed: 'You are still in it',
  ended: 'The time is over: you are back in your own organisation',
  guest: (who: string, until: string) =>
    `${who}, who runs this installation, is in this panel until ${until} at the latest.`,
})

/** People of an entered organisation. */
export const enteredPeople = englishWords('tenantLife', {
  title: 'Users & Teams',
  lead: 'What its administrators see. People, roles and teams are changed by an owner or administrator of the organisation itself.',
  loading: 'Loading people',
  failed: 'The people could not be loaded',
  retry: 'Retry',
  more: 'Show more people',
  empty: 'Nobody is here',
  emptyText: 'Nobody of the organisation has an account.',
  noMatch: 'Nobody is found',
  columns: { name: 'Name', email: 'Email', roles: 'Roles', state: 'State', active: 'Last active' },
  states: { active: 'Active', waiting: 'Waits for the provider', suspended: 'Suspended', removed: 'Removed' },
  never: 'Never',
})
