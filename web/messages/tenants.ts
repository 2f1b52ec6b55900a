import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'

const people = (count: number): string => (count === 1 ? '1 person' : `${formatCount(count)} people`)

/** Organisations of the installation, for who runs it. */
export const tenants = pageWords('tenants', {
  lead: 'The organisations of this installation. None of them sees another, and you see their names and sizes, not what is in their vaults.',
  add: 'New organisation',
  filters: {
    title: 'Filters',
    search: 'Search by name, domain or address',
    clearSearch: 'Clear search',
    clear: 'Clear filters',
    all: 'All',
  },
  state: 'State',
  states: { active: 'Active', suspended: 'Suspended', leaving: 'Being deleted' },
  loading: 'Loading organisations',
  failed: 'The organisations could not be loaded',
  retry: 'Retry',
  none: 'No organisation fits',
  noneText: 'Look for another name, or show all states.',
  more: 'Show more',
  own: 'Runs this server',
  open: (name: string) => `Open ${name}`,
  columns: {
    name: 'Organisation',
    plan: 'Plan',
    people: 'People',
    stored: 'Stored',
    state: 'State',
    created: 'Created',
  },
  seats: (used: number, seats: number | null) =>
    seats === null ? people(used) : `${formatCount(used)} of ${formatCount(seats)}`,
  invited: (count: number) => `${formatCount(count)} invited`,
  noOwner: 'No owner yet',
  facts: {
    owners: 'Owners',
    domains: 'Domains',
    noDomain: 'No proven domain',
    people: 'People',
    stored: 'Stored',
    created: 'Created',
    active: 'Last active',
    never: 'Never',
    suspended: 'Suspended',
    reason: 'Reason',
  },
  new: {
    title: 'New organisation',
    name: 'Name',
    email: 'Owner’s email',
    emailHint: 'They get an invitation by mail, and run the organisation once they have accepted it.',
    plan: 'Plan',
    submit: 'Create and invite',
    busy: 'Creating…',
    done: 'The organisation was created',
    doneText: (email: string) => `An invitation is on its way to ${email}.`,
    failed: 'No organisation was created',
    taken: 'Somebody has an account with this address here already, and an account belongs to one organisation.',
    badName: 'Type a name of one line, without < and >.',
  },
  planHint: (seats: number | null) =>
    seats === null
      ? 'Any number of people, and every role'
      : `Up to ${people(seats)}, as owners, administrators and members`,
  plan: {
    title: 'Plan',
    save: 'Change plan',
    busy: 'Changing…',
    done: (name: string) => `The plan is ${name} now`,
    failed: 'The plan was not changed',
  },
  owner: {
    title: 'Invite an owner',
    text: 'Nobody owns this organisation yet. An earlier invitation ends when you send another one.',
    submit: 'Send invitation',
    busy: 'Sending…',
    done: 'The invitation was sent',
    failed: 'No invitation was sent',
  },
  suspend: {
    open: 'Suspend…',
    title: (name: string) => `Suspend ${name}?`,
    text: (count: number) =>
      `${count === 1 ? 'Its only person is' : `All its ${people(count)} are`} signed out at once and cannot sign in, and its links and requests do not open. Nothing is deleted. Its audit log says that you did it, and why.`,
    reason: 'Reason',
    reasonHint: 'Its owners read it in their audit log.',
    reasonMissing: 'Say why.',
    name: (name: string) => `Type ${name} to confirm`,
    nameWrong: 'This is not its name.',
    confirm: 'Suspend organisation',
    busy: 'Suspending…',
    done: (name: string) => `${name} is suspended`,
    failed: 'It was not suspended',
  },
  resume: {
    submit: 'Resume',
    busy: 'Resuming…',
    done: (name: string) => `${name} is active again`,
    doneText: 'Its people can sign in.',
    failed: 'It was not resumed',
  },
})
