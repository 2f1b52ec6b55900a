import type { TeamRole } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'
import { peopleImport } from './people-import.ts'

/** Not offered, but somebody may have one: nothing in the database or on the pages asks for what these roles carry. */
const AS_MEMBER = 'Allows the same as Member.'

const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Everything an administrator can do, and adds and removes owners. There is always at least one.',
  admin:
    'Invites and removes people and changes roles, except those of owners. Works on every page of the admin panel except Tenants: reads everyone’s audit logs and sets the rules of security.',
  security_admin:
    'A member who also reads everyone’s audit logs, sets the rules of security, ends sessions of others and answers incidents. Where the organisation runs this server: also runs its tests and posts on the status page.',
  compliance_officer:
    'A member who can also manage the records of compliance, where the organisation runs this server.',
  growth_manager: 'A member who can also work with contacts and newsletters and in the AI studio.',
  sales_manager: 'A member who can also work with deals, quotes and tasks of sales.',
  partner_manager: 'A member who can also manage partners, their links and commissions.',
  billing_admin: 'A member who also manages the billing of the organisation: its plan, invoices and who pays.',
  manager: 'A member who can also read the overview of the admin panel.',
  analyst: AS_MEMBER,
  viewer: AS_MEMBER,
  partner:
    'A member who can also see links, customers and commissions of the partner that a manager linked with the account.',
  member: 'Has a vault, stores files and shares them with the others.',
}

/** Roles that end, and many people invited at once. */
export const people = pageWords('people', {
  roleHint: (role: TeamRole) => ROLE_HINT[role],
  ends: {
    until: 'Until',
    hint: 'The role ends with this day. Leave it empty for one without an end.',
    notAnEnd: 'Choose today or a later day, within five years.',
    roleUntil: (role: string, day: string) => `${role} until ${day}`,
    given: (who: string, role: string, day: string) => `${who}: ${role} until ${day}`,
    endNow: 'End role now',
    ended: 'Role ended',
    endedText: (who: string) => `${who} has no role from now on and stays a member`,
    endFailed: 'The role was not ended',
  },
  plan: {
    role: (role: string, plan: string) => `${role} (plan ${plan})`,
    note: (own: string, other: string) =>
      `Your organisation has the plan ${own}. Roles that cannot be chosen come with the plan ${other}.`,
    change: 'Ask for another plan',
  },
  own: {
    title: 'Your role',
    lead: 'What you can manage in your organisation. An administrator changes it.',
    none: 'You have no role. You use your vault as every member does.',
    ends: (day: string) => `until ${day}`,
    soon: (role: string, day: string) =>
      `Your role ${role} ends on ${day}. Ask an administrator if you need it for longer.`,
  },
  guests: {
    badge: 'Guest',
    until: (day: string) => `Guest until ${day}`,
    only: 'Guests only',
  },
  domains: {
    title: 'Domains',
    lead: 'People who sign up with an address of a verified domain join this organisation as members. Nobody who has an account already is moved.',
    failed: 'The domains could not be loaded',
    domain: 'Domain',
    add: 'Add',
    waiting: 'Not verified',
    verified: 'Verified',
    verifiedText: (domain: string) => `Anyone who signs up with an address of ${domain} joins now`,
    missing: 'Record missing',
    notYet: 'Nobody can join through it yet.',
    checked: (when: string) => `Checked ${when}`,
    neverChecked: 'Never checked',
    recordText:
      'Create this record where your domain is managed, then check. It may take up to an hour until it can be seen.',
    missingText:
      'The record was not there at the last check. Put it back within seven days, or the domain is no longer verified.',
    recordName: 'Name',
    recordType: 'Type',
    recordValue: 'Value',
    notFound:
      'DNS does not show this record yet. If it is there, another organisation on this server has verified the domain.',
    check: 'Check now',
    checkOf: (domain: string) => `Check ${domain} now`,
    checkFailed: 'The domain was not checked',
    remove: 'Remove',
    removeOf: (domain: string) => `Remove ${domain}`,
    removed: 'Domain removed',
    removedText: (domain: string) => `Nobody can join through ${domain} from now on. People who have joined stay.`,
    removeFailed: 'The domain was not removed',
  },
  inviteDialog: {
    title: 'Invite people',
    email: 'Email addresses',
    hint: 'One or more, separated by commas, spaces or new lines. Each person gets a link that works once, for seven days.',
    notAddresses: (words: string) => `Not an email address: ${words}`,
    refused: (email: string, reason: string) => `${email} was not invited. ${reason}`,
    role: 'Role',
    submit: 'Send invitations',
    busy: 'Sending…',
    sent: (email: string) => `The invitation to ${email} is on its way.`,
    sentMany: (count: number) => `${formatCount(count)} invitations are on their way.`,
    second:
      'To make sure that nobody has come between you, send this link yourself, over another channel than email. If they open it before the mail, their browser knows which keys are yours.',
    secondMany:
      'To make sure that nobody has come between you, send each person their link yourself, over another channel than email. If they open it before the mail, their browser knows which keys are yours.',
    address: 'Your keys, as a link',
    addressFor: (email: string) => `Link for ${email}`,
    copy: 'Copy link',
    copyFor: (email: string) => `Copy the link for ${email}`,
    copied: 'Link copied',
    copyFailed: 'The browser did not allow copying. Select the link and copy it yourself.',
    another: 'Invite more people',
    done: 'Done',
  },
  invitations: {
    title: 'Invitations',
    lead: 'Waiting for an answer. Anyone who signs up with the address gets this role. An account belongs to one organisation: people who have one already see what they can do, and you do not see whether they have one.',
    loading: 'Loading invitations',
    failed: 'The invitations could not be loaded',
    sent: (when: string) => `Sent ${when}`,
    until: (when: string) => `until ${when}`,
    over: 'Expired',
    resend: 'Send again',
    resendTo: (email: string) => `Send the invitation to ${email} again`,
    resent: 'Invitation sent again',
    revoke: 'Revoke',
    revokeOf: (email: string) => `Revoke the invitation to ${email}`,
    revoked: 'Invitation revoked',
    revokedText: (email: string) => `The link mailed to ${email} no longer works`,
    revokeFailed: 'The invitation was not revoked',
    sendFailed: 'The invitation was not sent',
  },
  imports: peopleImport,
  table: {
    empty: 'Nobody here yet',
    emptyText: 'Invite the first person, or import a list.',
    columns: {
      person: 'Person',
      roles: 'Roles',
      state: 'State',
      factor: 'Second factor',
      teams: 'Teams',
      storage: 'Storage',
      active: 'Last active',
      details: 'Details',
    },
    states: { active: 'Active', waiting: 'Waiting', removed: 'Removed' },
    factorMissing: 'Missing',
    factorThere: 'Yes',
    team: 'Team',
    furtherTeams: (count: number) => `and ${formatCount(count)} more`,
    export: 'Export CSV',
    exported: 'List of people exported',
    exportFailed: 'Nothing was exported',
    suspend: 'Suspend',
    askSuspend: (count: number) => (count === 1 ? 'Suspend 1 person?' : `Suspend ${formatCount(count)} people?`),
    suspended: (count: number) => (count === 1 ? '1 person suspended' : `${formatCount(count)} people suspended`),
    signOut: 'Sign out everywhere',
    askSignOut: (count: number) =>
      count === 1 ? 'Sign 1 person out everywhere?' : `Sign ${formatCount(count)} people out everywhere?`,
    signOutText:
      'All their sessions end, in every browser and program. They can sign in again at once, and are told who did it.',
    signedOut: (count: number) => (count === 1 ? '1 person signed out' : `${formatCount(count)} people signed out`),
    signedOutOne: (who: string) => `${who} is signed out everywhere`,
    noSession: (who: string) => `${who} was signed in nowhere`,
    signOutFailed: 'Nobody was signed out',
  },
})
