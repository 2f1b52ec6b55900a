import type { AuditEventType } from '#contract/audit-events.ts'
import { actionOf } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'

export type ActivityGroup = 'all' | 'files' | 'signIns' | 'keys'
/** `message` gets the name of what the event is about, and for roles and invitations which role. */
type Kind = {
  group: Exclude<ActivityGroup, 'all'>
  message: string | ((name: string, role: string | undefined) => string)
}

const { says } = m.activity

/** The kinds of events that a person's own feed tells. What is not here is part of one of these: the bytes of an upload, for one. */
const KINDS: Partial<Record<AuditEventType, Kind>> = {
  'file_records.insert': { group: 'files', message: says.uploaded },
  'file_records.update': { group: 'files', message: says.changed },
  'file_records.delete': { group: 'files', message: says.deleted },
  'file_access.insert': { group: 'files', message: says.sharedWith },
  'file_access.update': { group: 'files', message: says.sharedWith },
  'file_access.delete': { group: 'files', message: says.unsharedWith },
  'share_links.insert': { group: 'files', message: says.linkMade },
  'share_links.update': { group: 'files', message: says.linkEnded },
  'request_deliveries.delete': { group: 'files', message: says.received },
  'file_requests.insert': { group: 'files', message: says.requestMade },
  'file_requests.update': { group: 'files', message: says.requestEnded },
  'team_space_epochs.insert': { group: 'files', message: says.spaceChanged },
  'folders.insert': { group: 'files', message: says.folderMade },
  'folders.update': { group: 'files', message: says.changed },
  'folders.delete': { group: 'files', message: says.folderDeleted },
  'tags.insert': { group: 'files', message: says.tagMade },
  'tags.update': { group: 'files', message: says.tagChanged },
  'tags.delete': { group: 'files', message: says.tagDeleted },
  'file_tags.insert': { group: 'files', message: says.tagged },
  'file_tags.delete': { group: 'files', message: says.untagged },
  'login.succeeded': { group: 'signIns', message: says.signedIn },
  'login.failed': { group: 'signIns', message: says.signInFailed },
  logout: { group: 'signIns', message: says.signedOut },
  signup: { group: 'signIns', message: says.signedUp },
  'session.revoked': { group: 'signIns', message: says.sessionEnded },
  'refresh.reuse_detected': { group: 'signIns', message: says.sessionStolen },
  'mfa.verified': { group: 'signIns', message: says.factorUsed },
  'mfa.failed': { group: 'signIns', message: says.factorFailed },
  'email.confirmed': { group: 'keys', message: says.emailConfirmed },
  'email.changed': { group: 'keys', message: says.emailChanged },
  'password.changed': { group: 'keys', message: says.passwordChanged },
  'password.reset_requested': { group: 'keys', message: says.passwordResetAsked },
  'password.reset': { group: 'keys', message: says.passwordReset },
  'mfa.enrolled': { group: 'keys', message: says.factorAdded },
  'mfa.removed': { group: 'keys', message: says.factorRemoved },
  'mfa.recovery_codes_made': { group: 'keys', message: says.codesMade },
  'passkey.registered': { group: 'keys', message: says.passkeyAdded },
  'passkey.removed': { group: 'keys', message: says.passkeyRemoved },
  'phone.changed': { group: 'keys', message: says.phoneChanged },
  'identity.linked': { group: 'keys', message: says.identityLinked },
  'identity.unlinked': { group: 'keys', message: says.identityUnlinked },
  'user_key_bundles.insert': { group: 'keys', message: says.keysMade },
  'account_wraps.insert': { group: 'keys', message: says.kitMade },
  'account_wraps.update': { group: 'keys', message: says.passwordWrapped },
  'profiles.update': { group: 'keys', message: says.profileChanged },
  'notification_settings.insert': { group: 'keys', message: says.noticesChanged },
  'notification_settings.update': { group: 'keys', message: says.noticesChanged },
  'subscriptions.insert': { group: 'keys', message: says.subscriptionChanged },
  'subscriptions.update': { group: 'keys', message: says.subscriptionChanged },
  'enterprise_user_roles.insert': { group: 'keys', message: says.roleGiven },
  'enterprise_user_roles.delete': { group: 'keys', message: says.roleTaken },
  'former_members.insert': { group: 'keys', message: says.memberRemoved },
  'former_members.delete': { group: 'keys', message: says.memberBack },
  'invitations.insert': { group: 'keys', message: says.invited },
  'invitations.update': { group: 'keys', message: says.invited },
  'invitations.delete': { group: 'keys', message: says.inviteEnded },
}

const kindOf = (type: string): Kind | undefined => KINDS[type as AuditEventType]

/** Kinds to ask the server for. */
export function typesOf(group: ActivityGroup): string[] {
  return Object.entries(KINDS).flatMap(([type, kind]) => (group === 'all' || kind.group === group ? [type] : []))
}

/** Which group an event belongs to. */
export function groupOf(event: AuditEvent): Kind['group'] {
  return kindOf(event.event_type)?.group ?? 'keys'
}

/** What is described in more detail than by its type; null for what another event describes. */
const ACTIONS: Record<string, Kind['message'] | null> = {
  ...changesOf('file_records'),
  ...changesOf('folders'),
  // The link or the grant that changed it has a sentence of its own.
  'file_records.update.shared': null,
  'file_records.update.replaced': says.replaced,
  'file_records.update.opened': says.opened,
  // With the password's own way into the vault the kit's is made as well, and one sentence is enough for both.
  'account_wraps.insert': null,
  'account_wraps.insert.kit_made': says.kitMade,
  'account_wraps.update.kit_checked': says.kitChecked,
  'invitations.update.accepted': null,
}

function changesOf(table: string): Record<string, Kind['message']> {
  const { moved, renamed, trashed, restored, trash, starred, unstarred } = says
  const actions = Object.entries({ moved, renamed, trashed, restored, trash, starred, unstarred })
  return Object.fromEntries(actions.map(([action, sentence]) => [`${table}.update.${action}`, sentence]))
}

/**
 * One event as a sentence; null for one that another sentence tells already.
 * @param names of files and folders that are still there, and of people, by id.
 */
export function sentenceOf(event: AuditEvent, names: ReadonlyMap<string, string>): string | null {
  const message = messageFor(event)
  if (message === null) return null
  if (typeof message === 'string') return message
  const { id, role } = event.details
  const name = typeof id === 'string' ? names.get(id) : undefined
  // A delivery that was deleted instead never became a file.
  if (name === undefined && event.event_type === 'request_deliveries.delete') return null
  // What an end of sharing was about is gone with a deleted file, and belongs to others when a member was removed.
  if (name === undefined && event.event_type === 'file_access.delete') return null
  return message(name ?? unnamed(event.event_type), typeof role === 'string' ? m.team.role(role) : undefined)
}

function unnamed(type: string): string {
  if (type.startsWith('folders.')) return m.activity.goneFolder
  if (type.startsWith('team_space_')) return m.activity.goneSpace
  return isAboutPerson(type) ? m.activity.somebody : m.activity.gone
}

/** Whether the log keeps the id of a person with events of a type. */
export function isAboutPerson(type: string): boolean {
  return type.startsWith('enterprise_user_roles.') || type.startsWith('former_members.')
}

function messageFor(event: AuditEvent): Kind['message'] | null {
  const type = event.event_type
  // Of a role the log keeps whose it is; that may be somebody else, whose new role or removal tells of the old one too.
  if (type.startsWith('enterprise_user_roles.') && event.details['id'] !== event.user_id) {
    return type.endsWith('.insert') ? says.roleChanged : null
  }
  const action = ACTIONS[actionOf(event)]
  return action === undefined ? (kindOf(type)?.message ?? null) : action
}
