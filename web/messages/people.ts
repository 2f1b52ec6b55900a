import type { TeamRole } from '#contract/permissions.ts'
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
  imports: peopleImport,
})
