import type { AuditEvent } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'

export type ActivityGroup = 'all' | 'files' | 'signIns' | 'keys'
type Kind = { group: Exclude<ActivityGroup, 'all'>; says: string | ((name: string) => string) }

const { says } = m.activity

/** The kinds of events that a person's own feed tells. What is not here is part of one of these: the bytes of an upload, for one. */
const KINDS: Record<string, Kind> = {
  'file_records.insert': { group: 'files', says: says.uploaded },
  'file_records.update': { group: 'files', says: says.changed },
  'file_records.delete': { group: 'files', says: says.deleted },
  'file_access.insert': { group: 'files', says: says.sharedWith },
  'file_access.update': { group: 'files', says: says.sharedWith },
  'file_access.delete': { group: 'files', says: says.unsharedWith },
  'share_links.insert': { group: 'files', says: says.linkMade },
  'share_links.update': { group: 'files', says: says.linkEnded },
  'file_requests.insert': { group: 'files', says: says.requestMade },
  'file_requests.update': { group: 'files', says: says.requestEnded },
  'folders.insert': { group: 'files', says: says.folderMade },
  'folders.update': { group: 'files', says: says.folderChanged },
  'folders.delete': { group: 'files', says: says.folderDeleted },
  'tags.insert': { group: 'files', says: says.tagMade },
  'tags.update': { group: 'files', says: says.tagChanged },
  'tags.delete': { group: 'files', says: says.tagDeleted },
  'file_tags.insert': { group: 'files', says: says.tagged },
  'file_tags.delete': { group: 'files', says: says.untagged },
  'login.succeeded': { group: 'signIns', says: says.signedIn },
  'login.failed': { group: 'signIns', says: says.signInFailed },
  logout: { group: 'signIns', says: says.signedOut },
  signup: { group: 'signIns', says: says.signedUp },
  'session.revoked': { group: 'signIns', says: says.sessionEnded },
  'refresh.reuse_detected': { group: 'signIns', says: says.sessionStolen },
  'mfa.verified': { group: 'signIns', says: says.factorUsed },
  'mfa.failed': { group: 'signIns', says: says.factorFailed },
  'email.confirmed': { group: 'keys', says: says.emailConfirmed },
  'email.changed': { group: 'keys', says: says.emailChanged },
  'password.changed': { group: 'keys', says: says.passwordChanged },
  'password.reset_requested': { group: 'keys', says: says.passwordResetAsked },
  'password.reset': { group: 'keys', says: says.passwordReset },
  'mfa.enrolled': { group: 'keys', says: says.factorAdded },
  'mfa.removed': { group: 'keys', says: says.factorRemoved },
  'mfa.recovery_codes_made': { group: 'keys', says: says.codesMade },
  'passkey.registered': { group: 'keys', says: says.passkeyAdded },
  'passkey.removed': { group: 'keys', says: says.passkeyRemoved },
  'user_key_bundles.insert': { group: 'keys', says: says.keysMade },
  'account_wraps.insert': { group: 'keys', says: says.kitMade },
  'account_wraps.update': { group: 'keys', says: says.passwordWrapped },
  'profiles.update': { group: 'keys', says: says.profileChanged },
  'notification_settings.insert': { group: 'keys', says: says.noticesChanged },
  'notification_settings.update': { group: 'keys', says: says.noticesChanged },
  'subscriptions.insert': { group: 'keys', says: says.subscriptionChanged },
  'subscriptions.update': { group: 'keys', says: says.subscriptionChanged },
  'enterprise_user_roles.insert': { group: 'keys', says: says.roleGiven },
  'enterprise_user_roles.delete': { group: 'keys', says: says.roleTaken },
}

/** Kinds to ask the server for. */
export function typesOf(group: ActivityGroup): string[] {
  return Object.keys(KINDS).filter((type) => group === 'all' || KINDS[type]?.group === group)
}

/** Which group an event belongs to. */
export function groupOf(event: AuditEvent): Kind['group'] {
  return KINDS[event.event_type]?.group ?? 'keys'
}

/**
 * One event as a sentence; null for one that another sentence tells already.
 * @param names decrypted names of the files that are still there, by id.
 */
export function sentenceOf(event: AuditEvent, names: ReadonlyMap<string, string>): string | null {
  const kind = KINDS[event.event_type]
  if (!kind) return null
  // With the password's own way into the vault the kit's is made as well, and one sentence is enough for both.
  if (event.event_type === 'account_wraps.insert' && event.details['id'] !== 'recovery') return null
  const says = saysOf(event, kind)
  const id = event.details['id']
  if (says === null) return null
  return typeof says === 'string' ? says : says((typeof id === 'string' && names.get(id)) || m.activity.gone)
}

function saysOf(event: AuditEvent, kind: Kind): Kind['says'] | null {
  if (event.event_type === 'file_records.update') return changeOf(event)
  if (event.event_type === 'account_wraps.update' && event.details['id'] === 'recovery') return says.kitChecked
  // Of a role the log keeps whose it is; that may be somebody else.
  const isOthers = event.event_type.startsWith('enterprise_user_roles.') && event.details['id'] !== event.user_id
  return isOthers ? says.roleChanged : kind.says
}

/** The log keeps which columns changed, never their values; a new name, for one, changes several. */
function changeOf({ details }: AuditEvent): ((name: string) => string) | null {
  const changed = Array.isArray(details['changed']) ? (details['changed'] as unknown[]) : []
  if (changed.includes('content_id')) return says.replaced
  if (changed.includes('original_name')) return says.renamed
  if (changed.includes('folder_id')) return says.moved
  // The link or the grant that changed it has a sentence of its own.
  if (changed.includes('is_shared')) return null
  if (changed.includes('last_accessed')) return says.opened
  return says.changed
}
