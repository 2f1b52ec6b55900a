import type { Role } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'

const ROLE: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Administrator',
  security_admin: 'Security administrator',
  billing_admin: 'Billing administrator',
  analyst: 'Analyst',
  viewer: 'Viewer',
  partner: 'Partner',
  member: 'Member',
  // Nobody gives these on the team page.
  super_admin: 'Super admin',
  tenant_admin: 'Tenant admin',
  compliance_officer: 'Compliance officer',
  growth_manager: 'Growth manager',
  sales_manager: 'Sales manager',
  partner_manager: 'Partner manager',
  manager: 'Manager',
}

export const team = {
  title: 'Team',
  panelTitle: 'Users & Teams',
  lead: (organisation: string) =>
    `Everyone in ${organisation}. A role decides what somebody can manage; it never opens other people’s files.`,
  leadLoading: 'Everyone in your organisation.',
  invite: 'Invite',
  members: 'Members',
  removed: 'Removed',
  removedLead:
    'Their accounts are closed and their files stay sealed. Somebody you let back in finds everything where it was.',
  loading: 'Loading members',
  failed: 'The members could not be loaded',
  retry: 'Retry',
  you: 'You',
  noVault: 'No vault yet',
  waiting: 'Waiting: has not signed in yet',
  suspended: 'Suspended',
  added: (when: string) => `Added ${when}`,
  details: 'Details',
  detailsOf: (who: string) => `Details of ${who}`,
  noneFound: 'No people found',
  noneFoundText: 'Nobody matches the search and the filters',
  filters: {
    title: 'Filters',
    search: 'Search people',
    clearSearch: 'Clear search',
    clear: 'Clear filters',
    all: 'All',
    role: 'Role',
    state: 'State',
  },
  count: (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`),
  keysFailed: 'The keys of these people could not be compared',
  countOver: (count: number) => `More than ${formatCount(count)} people`,
  more: 'Show more people',
  active: (when: string) => `Active: ${when}`,
  neverActive: 'Not active yet',
  joined: (when: string) => `Joined ${when}`,
  removedAt: (when: string) => `Removed ${when}`,
  none: 'No role',
  role: (role: string) => ROLE[role as Role] ?? role,
  member: {
    role: 'Role',
    save: 'Save role',
    saving: 'Saving…',
    saved: 'Role changed',
    savedText: (who: string, role: string) => `${who}: ${role}`,
    saveFailed: 'The role was not changed',
    keys: 'Keys',
    keysFailed: 'Their keys could not be read',
    keysLoading: 'Reading their keys',
    withoutVault: 'This person has not signed in and made their vault yet. Until then nobody can share with them.',
    remove: 'Remove from the organisation',
    removeTitle: (who: string) => `Remove ${who}?`,
    removeText:
      'They are signed out everywhere and cannot sign in. What they share and what is shared with them ends. Their own files are not deleted: they stay sealed, nobody else can open them, and they are there again when you let the person back in. Copies that others downloaded stay.',
    removeConfirm: 'Remove member',
    removing: 'Removing…',
    removedDone: 'Member removed',
    removedText: (who: string) => `${who} is signed out and cannot sign in`,
    removeFailed: 'The member was not removed',
    offboard: 'Offboard',
    suspend: 'Suspend',
    suspendTitle: (who: string) => `Suspend ${who}?`,
    suspendText:
      'They are signed out everywhere and cannot sign in. They stay a member with all their files, and colleagues keep what was shared with them. Nobody opens their links until you end the suspension.',
    suspendConfirm: 'Suspend member',
    suspending: 'Suspending…',
    suspended: 'Member suspended',
    suspendedText: (who: string) => `${who} is signed out and cannot sign in`,
    suspendFailed: 'The member was not suspended',
    endSuspension: 'End suspension',
    suspensionEnded: 'Suspension ended',
    suspensionEndedText: (who: string) => `${who} can sign in again`,
    suspensionFailed: 'The suspension was not ended',
    provisioned: 'Managed by your identity provider: it may change again what you change here.',
    restore: 'Let back in',
    restoreLabel: (who: string) => `Let ${who} back in`,
    restored: 'Member is back',
    restoredText: (who: string) => `${who} can sign in again`,
    restoreFailed: 'The member was not let back in',
  },
  ownInvitations: {
    title: 'Invitations for you',
    notice: (who: string, organisation: string) => `${who} invites you to ${organisation}.`,
    see: 'See invitation',
    somebody: 'Somebody',
    from: (who: string, when: string) => `From ${who}, ${when}`,
    one: (organisation: string) =>
      `An account belongs to one organisation, and this one is in ${organisation}. You cannot accept with it; your files stay here in any case. To join:`,
    otherAddress:
      'Give this account another email address, then ask for the invitation to be sent again. It makes a second account under the invited address.',
    security: 'Change the address in Security',
    askAgain: 'Or ask to be invited under another address of yours.',
    decline: 'Decline',
    declineOf: (organisation: string) => `Decline the invitation to ${organisation}`,
    declined: 'Invitation declined',
    declinedText: (organisation: string) => `${organisation} is not notified`,
    declineFailed: 'The invitation was not declined',
  },
  pin: {
    done: 'Keys remembered',
    doneText: (who: string) => `The keys of ${who} are the ones in your invitation`,
    changed: 'The keys of the person who invited you are not the ones in your invitation',
  },
} as const

export const join = {
  title: 'You are invited',
  lead: (by: string, email: string) => `${by} invites ${email}. Choose a password; your browser then makes your keys.`,
  asking: 'Asking which organisation this is…',
  into: (organisation: string, inviter: string | null) =>
    inviter ? `You will join ${organisation}, where ${inviter} invited you.` : `You will join ${organisation}.`,
  unknown: 'The server did not say which organisation this is. Check the connection before you accept.',
  otherInviter: (by: string, inviter: string) =>
    `The address names ${by}, but the invitation on the server is of ${inviter}. Ask them in person before you accept.`,
  somebody: 'Somebody',
  submit: 'Accept and create my account',
  busy: 'Creating your account…',
  incomplete: {
    title: 'Part of this address is missing',
    text: 'Open the link of the invitation mail again, in full. The end behind # belongs to it.',
  },
  noted: {
    title: 'Keys noted',
    text: (by: string, email: string) =>
      `This browser now knows the keys of ${by}. Open the invitation that was mailed to ${email} in this same browser: it continues only when the keys are the same.`,
    question: (by: string) =>
      `Did ${by} give you this address in person, or in a way that you know to be theirs? If it came in a mail, do not confirm: mails are sent by the server.`,
    confirm: (by: string) => `${by} gave it to me`,
    isHandedOver: (by: string) =>
      `Your vault will know ${by} as somebody who may speak for others, such as the people who can let you back in.`,
  },
  differs: {
    title: 'These are not the keys you were given',
    text: (by: string) =>
      `The mailed invitation names other keys for ${by} than the address that you opened before. Somebody may be in between. Nothing was sent; ask ${by} in person.`,
    noted: (who: string, email: string) =>
      `What this browser noted are the keys of ${who}, for ${email}. If that was another invitation, of somebody else who uses this device, forget it and compare again.`,
    forget: 'Forget what was noted',
  },
  signedIn: {
    title: 'You are signed in',
    text: (email: string) =>
      `This browser is signed in as ${email}, so nothing of this invitation was noted. Sign out to accept it for another account.`,
    one: (by: string, invited: string) =>
      `${by} invites ${invited}. An account belongs to one organisation, so the invitation is accepted with a new account for that address.`,
    signOut: 'Sign Out',
    stay: 'Stay signed in',
  },
  expired: 'This invitation was used or has expired. Sign in if you have accepted it; otherwise ask for a new one.',
} as const
