import type { Role, TeamRole } from '#contract/permissions.ts'
import { formatCount } from '#web/lib/format.ts'

/** Not offered, but somebody may have one: nothing in the database or on the pages asks for what these roles carry. */
const AS_MEMBER = 'Allows the same as Member.'

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

const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Everything an administrator can do, and adds and removes owners. There is always at least one.',
  admin:
    'Invites and removes people and changes roles, except those of owners. Reads everyone’s audit logs and posts incidents on the status page.',
  security_admin: 'A member who can also read everyone’s audit logs and post incidents on the status page.',
  billing_admin: 'A member who also manages the billing of the organisation: its plan, invoices and who pays.',
  analyst: AS_MEMBER,
  viewer: AS_MEMBER,
  partner:
    'A member who can also see links, customers and commissions of the partner that a manager linked with the account.',
  member: 'Has a vault, stores files and shares them with the others.',
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
  noneFoundText: 'Nobody’s name or address matches your search',
  count: (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`),
  active: (when: string) => `Active: ${when}`,
  neverActive: 'Not active yet',
  joined: (when: string) => `Joined ${when}`,
  removedAt: (when: string) => `Removed ${when}`,
  none: 'No role',
  role: (role: string) => ROLE[role as Role] ?? role,
  roleHint: (role: TeamRole) => ROLE_HINT[role],
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
