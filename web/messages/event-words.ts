import { actionOf } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'

/** Kinds of events in words; one that is not listed is shown by its type, with spaces for dots. */
const TITLE: Record<string, string> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  logout: 'Signed out',
  signup: 'Signed up',
  'share_links.download': 'File downloaded by link',
  'file_requests.delivery': 'File arrived for a request',
  'session.revoked': 'Session ended',
  'refresh.reuse_detected': 'Stolen session ended',
  'email.confirmed': 'E-mail confirmed',
  'email.change_requested': 'E-mail change asked for',
  'email.changed': 'E-mail changed',
  'password.changed': 'Password changed',
  'password.reset_requested': 'Password reset asked for',
  'password.reset': 'Password reset',
  'mfa.enrolled': 'Second factor begun',
  'mfa.verified': 'Second factor used',
  'mfa.failed': 'Second factor failed',
  'mfa.removed': 'Second factor removed',
  'mfa.recovery_codes_made': 'Recovery codes made',
  'phone.change_requested': 'New phone number asked for',
  'phone.changed': 'Phone number changed',
  'phone.confirmed': 'Phone number confirmed',
  'passkey.registered': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'identity.linked': 'Sign-in method added',
  'identity.unlinked': 'Sign-in method removed',
  'user.created': 'Account made',
  'user.invited': 'Person invited',
  'user.deleted': 'Account deleted',
  'invitations.insert': 'Invitation made',
  'invitations.update': 'Invitation renewed',
  'invitations.delete': 'Invitation withdrawn',
  'organisation_domains.insert': 'Domain added',
  'organisation_domains.delete': 'Domain removed',
  'organisation_domains.verify': 'Domain verified',
  'organisation_domains.lapse': 'Domain no longer verified',
  'former_members.insert': 'Member removed',
  'former_members.delete': 'Member let back in',
  'enterprise_user_roles.insert': 'Role given',
  'enterprise_user_roles.delete': 'Role taken away',
  'status_incidents.insert': 'Incident opened',
  'status_incidents.update': 'Incident changed',
  'status_incident_updates.insert': 'Incident update written',
  'status_maintenance.insert': 'Maintenance planned',
  'status_maintenance.update': 'Maintenance ended early',
  'status_maintenance.delete': 'Maintenance taken back',
  'certifications.insert': 'Certification record added',
  'certifications.update': 'Certification record changed',
  'certifications.delete': 'Certification record removed',
  'notification_settings.insert': 'Notification setting changed',
  'mfa_recovery_codes.update': 'Recovery code used',
  'file_versions.insert': 'Earlier version kept',
  'team_space_epochs.insert': 'Members or name of a team space changed',
  'team_space_members.insert': 'Member added to a team space',
  'team_space_members.update': 'Role in a team space changed',
  'team_space_members.delete': 'Member left a team space',
}
/** The same for what `actionOf` tells apart, by the type that the log has. */
const ACTION_TITLES: Record<string, Record<string, string>> = {
  'file_records.update': {
    trashed: 'File moved to the trash',
    restored: 'File restored',
    trash: 'File moved to the trash or restored',
    moved: 'File moved',
    starred: 'File starred',
    unstarred: 'Star removed from a file',
    replaced: 'File content replaced',
    renamed: 'File renamed',
    shared: 'Sharing of a file noted',
    opened: 'File opened',
  },
  'folders.update': {
    trashed: 'Folder moved to the trash',
    restored: 'Folder restored',
    trash: 'Folder moved to the trash or restored',
    moved: 'Folder moved',
    starred: 'Folder starred',
    unstarred: 'Star removed from a folder',
    renamed: 'Folder renamed',
  },
  'account_wraps.insert': { kit_made: 'Recovery kit made' },
  'account_wraps.update': { kit_checked: 'Recovery kit checked' },
  'invitations.update': { accepted: 'Invitation accepted' },
}
const THING: Record<string, string> = {
  file_records: 'File',
  file_access: 'Access to a file',
  file_versions: 'Version of a file',
  file_tags: 'Tag of a file',
  share_links: 'Shared link',
  file_requests: 'Request for files',
  request_deliveries: 'Received file',
  folders: 'Folder',
  tags: 'Tag',
  objects: 'Sealed content',
  buckets: 'Bucket',
  spaces: 'Space',
  space_keys: 'Space key',
  team_space_epochs: 'Roster of a team space',
  team_space_members: 'Member of a team space',
  keyrings: 'Keyring',
  account_wraps: 'Way to open the vault',
  user_key_bundles: 'Public keys',
  kdf_parameters: 'Password settings',
  profiles: 'Profile',
  tenants: 'Organisation',
  enterprise_user_roles: 'Role',
  invitations: 'Invitation',
  organisation_domains: 'Domain',
  former_members: 'Removal of a member',
  users: 'Account',
  identities: 'Sign-in method',
  mfa_factors: 'Second factor',
  mfa_recovery_codes: 'Recovery code',
  notification_settings: 'Notification setting',
  recovery_policies: 'Policy of recovery',
  recovery_agreements: 'Agreement to recovery',
  recovery_shares: 'Part of a recovery key',
  recovery_requests: 'Request for recovery',
  recovery_answers: 'Answer to a recovery',
  subscriptions: 'Subscription',
  contacts: 'Contact message',
}
const ACTION_WORDS: Record<string, string> = { insert: 'added', update: 'changed', delete: 'removed' }

/** An event in words, as finely as the log tells. */
export function eventTitle(event: Pick<AuditEvent, 'event_type' | 'details'>): string {
  const type = event.event_type
  const action = actionOf(event).slice(type.length + 1)
  return ACTION_TITLES[type]?.[action] ?? typeTitle(type)
}

/** Everything that events of a type may be called on the screen. */
export function typeTitles(type: string): string[] {
  return [typeTitle(type), ...Object.values(ACTION_TITLES[type] ?? {})]
}

/** `file_records.insert` is "File added". */
function typeTitle(type: string): string {
  const known = TITLE[type]
  if (known) return known
  const [subject = '', action = ''] = type.split('.')
  const thing = THING[subject]
  const done = ACTION_WORDS[action]
  if (thing && done) return `${thing} ${done}`
  const words = type.replaceAll(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
