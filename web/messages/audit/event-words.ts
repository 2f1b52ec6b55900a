import { pageWords } from '../languages/page-words.ts'
import type { AuditedTable, AuditEventType, AuthEventType, DatabaseEventType } from '#contract/audit/audit-events.ts'
import { actionOf } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { partnersTitles } from './partners-titles.ts'
import { growthTitles } from './growth-titles.ts'
import { invoicingTitles } from './invoicing-titles.ts'
import { documentationTitles } from './documentation-titles.ts'
import { reviewTitles } from './review-titles.ts'
import { tenantTitles } from './tenant-titles.ts'
import { salesTitles } from './sales-titles.ts'
import { featureEvent } from '#contract/features/all-facts.ts'
import { factWords } from '../fact-words.ts'
import { studioTitles } from './studio-titles.ts'
import { seoTitles } from './seo-titles.ts'
import { trainingTitles } from './training-titles.ts'

/** Kinds of events in words. Changed rows without a title of their own are called by their table: `folders.insert` is "Folder added". */
const titles: Record<AuthEventType | DatabaseEventType, string> & Partial<Record<AuditEventType, string>> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  logout: 'Signed out',
  signup: 'Signed up',
  'file_records.read': 'File opened by somebody else',
  'share_links.download': 'File opened by link',
  'file_requests.delivery': 'File arrived for a request',
  'devices.delivery': 'File arrived from a device',
  'devices.refused': 'Requests of a device refused',
  'session.revoked': 'Session ended',
  'refresh.reuse_detected': 'Stolen session ended',
  'email.confirmed': 'Email confirmed',
  'email.change_requested': 'Email change requested',
  'email.change_stopped': 'Email change stopped',
  'email.changed': 'Email changed',
  'password.set': 'First password set',
  'password.changed': 'Password changed',
  'password.reset_requested': 'Password reset requested',
  'password.reset': 'Password reset',
  'mfa.enrolled': 'Second factor setup started',
  'mfa.verified': 'Second factor used',
  'mfa.failed': 'Second factor failed',
  'mfa.removed': 'Second factor removed',
  'mfa.recovery_codes_made': 'Recovery codes made',
  'reauthentication.succeeded': 'Identity confirmed again',
  'reauthentication.failed': 'Identity not confirmed',
  'phone.change_requested': 'New phone number requested',
  'phone.changed': 'Phone number changed',
  'phone.confirmed': 'Phone number confirmed',
  'passkey.registered': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'identity.linked': 'Sign-in method added',
  'identity.unlinked': 'Sign-in method removed',
  'user.created': 'Account made',
  'user.invited': 'Person invited',
  'user.changed': 'Account changed by an administrator',
  'user.deleted': 'Account deleted',
  'link.generated': 'Link made by an administrator',
  'sso.provider_added': 'Identity provider added',
  'sso.provider_changed': 'Identity provider changed',
  'sso.provider_removed': 'Identity provider removed',
  'ledger.imported': 'Earlier events entered the ledger',
  'ledger.epoch_started': 'New ledger started',
  'ledger.witness_refused': 'A witness refused the ledger',
  'content.missing': 'Content of a file is missing',
  'content.damaged': 'Content of a file is damaged',
  'content.found': 'Content of a file is whole again',
  'job.run_again': 'Failed job was run again',
  'mail.dropped': 'Mail that failed was dropped',
  'tests.started': 'Comprehensive test was started',
  'tests.cancelled': 'Comprehensive test was cancelled',
  'tests.completed': 'Comprehensive test was completed',
  'tests.exported': 'Results of the comprehensive test were exported',
  'tests.schedule_changed': 'Schedule of the comprehensive test was changed',
  'leftovers.held': 'Leftover content waits for the operator',
  'leftovers.removed': 'Leftover content will be removed',
  'privacy.subject_erased': 'Person erased from the audit log',
  'audit_log.exported': 'Audit log exported',
  'retention.changed': 'Retention of the audit log changed',
  'retention.applied': 'Retention of the audit log applied',
  'legal_hold.set': 'Legal hold set',
  'legal_hold.released': 'Legal hold released',
  'installation.claimed': 'Administrator of the installation set',
  'invitations.insert': 'Invitation made',
  'invitations.update': 'Invitation renewed',
  'invitations.delete': 'Invitation withdrawn',
  'policy.updated': 'Rules of the organisation changed',
  'plan.changed': 'Plan of the organisation changed',
  'detector.fired': 'Something unusual was noticed',
  'detection.answered': 'Answer to what was noticed',
  'canaries.insert': 'Canary set',
  'canaries.delete': 'Canary removed',
  'threat_enforcements.insert': 'Protection started',
  'threat_enforcements.update': 'Protection changed or lifted',
  'threat_incidents.insert': 'Incident opened',
  'threat_incidents.update': 'Incident changed',
  'threat_notes.insert': 'Note added to an incident',
  'threat_settings.insert': 'Detector tuned',
  'threat_settings.update': 'Detector tuned again',
  'threat_settings.delete': 'Detector set back',
  ...growthTitles,
  ...seoTitles,
  ...reviewTitles,
  ...tenantTitles,
  ...documentationTitles,
  ...salesTitles,
  ...studioTitles,
  ...invoicingTitles,
  ...trainingTitles,
  ...partnersTitles,
  'organisation_domains.insert': 'Domain added',
  'organisation_domains.delete': 'Domain removed',
  'organisation_domains.verify': 'Domain verified',
  'organisation_domains.lapse': 'Domain no longer verified',
  'team.created': 'Team created',
  'team.renamed': 'Name or description of a team changed',
  'team.deleted': 'Team deleted',
  'team.member_added': 'Person added to a team',
  'team.member_removed': 'Person removed from a team',
  'space_teams.insert': 'Space remembers a team',
  'space_teams.delete': 'Space no longer remembers a team',
  'scim.token_made': 'Token for an identity provider made',
  'scim.token_revoked': 'Token of an identity provider revoked',
  'scim.token_refused': 'Token of an identity provider refused',
  'scim.refused': 'Request of an identity provider refused',
  'people.change_refused': 'Change of a person refused',
  'people_import.started': 'People invited from a list',
  'people_import.cancelled': 'Rest of a list of invitations cancelled',
  'suspended_members.insert': 'Person suspended',
  'suspended_members.update': 'Person suspended again',
  'suspended_members.delete': 'Suspension ended',
  'former_members.insert': 'Member removed',
  'former_members.delete': 'Member let back in',
  'enterprise_user_roles.insert': 'Role given',
  'enterprise_user_roles.delete': 'Role removed',
  'status_incidents.insert': 'Incident opened',
  'status_incidents.update': 'Incident changed',
  'status_incident_updates.insert': 'Incident update written',
  'status_maintenance.insert': 'Maintenance planned',
  'status_maintenance.update': 'Maintenance ended early',
  'status_maintenance.delete': 'Maintenance cancelled',
  'event_streams.insert': 'Event stream added',
  'event_streams.update': 'Event stream changed',
  'event_streams.delete': 'Event stream removed',
  'certifications.insert': 'Certification record added',
  'certifications.update': 'Certification record changed',
  'certifications.delete': 'Certification record removed',
  'notification_settings.insert': 'Notification setting changed',
  'mfa_recovery_codes.update': 'Recovery code used',
  'file_records.insert': 'File uploaded',
  'file_records.delete': 'File deleted for good',
  'file_access.insert': 'File shared with a person',
  'file_access.update': 'Sharing with a person renewed',
  'file_access.delete': 'Sharing with a person ended',
  'share_links.insert': 'Link made',
  'share_links.update': 'Link ended',
  'share_links.delete': 'Link removed',
  'file_tags.insert': 'File tagged',
  'file_tags.delete': 'Tag taken from a file',
  'file_requests.insert': 'Request for files made',
  'file_requests.update': 'Request for files ended',
  'request_deliveries.delete': 'File from a request accepted',
  'device_inboxes.insert': 'Key for devices made',
  'device_keys.insert': 'Device key registered',
  'devices.insert': 'Device added',
  'devices.update': 'Device revoked or given another key',
  'file_versions.insert': 'Earlier version kept',
  'account_wraps.insert': 'Password for the vault set',
  'account_wraps.update': 'Password or recovery words changed',
  'account_wraps.delete': 'Password or recovery words removed',
  'keyrings.insert': 'Private keys stored, encrypted',
  'keyrings.update': 'Private keys or remembered people saved, encrypted',
  'kdf_parameters.insert': 'Password set',
  'kdf_parameters.update': 'New password set',
  'user_key_bundles.insert': 'Public keys published',
  'user_key_bundles.update': 'Public keys replaced',
  'space_keys.insert': 'Key of a space stored, encrypted',
  'space_keys.update': 'Key of a space replaced',
  'team_space_epochs.insert': 'Members or name of a team space changed',
  'team_space_members.insert': 'Member added to a team space',
  'team_space_members.update': 'Role in a team space changed',
  'team_space_members.delete': 'Member left a team space',
}
/** The same for what `actionOf` tells apart, by the type that the log has. */
const actions: Partial<Record<AuditEventType, Record<string, string>>> = {
  'file_records.update': {
    trashed: 'File moved to the trash',
    restored: 'File restored',
    trash: 'File moved to the trash or restored',
    moved: 'File moved',
    starred: 'File starred',
    unstarred: 'Star removed from a file',
    replaced: 'New version of a file uploaded',
    version_back: 'Earlier version of a file restored',
    renamed: 'File renamed',
    shared: 'File marked as shared or no longer shared',
    opened: 'File opened',
    downloaded: 'File downloaded',
  },
  'file_records.read': {
    download: 'File downloaded by somebody else',
    preview: 'File viewed by somebody else',
    thumbnail: 'Small picture of a file seen by somebody else',
    copy: 'File copied by somebody else',
  },
  'share_links.update': { changed: 'End, limit or password of a link changed' },
  'folders.update': {
    trashed: 'Folder moved to the trash',
    restored: 'Folder restored',
    trash: 'Folder moved to the trash or restored',
    moved: 'Folder moved',
    starred: 'Folder starred',
    unstarred: 'Star removed from a folder',
    renamed: 'Folder renamed',
  },
  logout: { unused: 'Session of a mailed link ended unused' },
  'account_wraps.insert': { kit_made: 'Recovery kit made' },
  'account_wraps.update': { kit_checked: 'Recovery kit checked', kit_wrapped: 'Recovery words changed or renewed' },
  'invitations.update': { accepted: 'Invitation accepted' },
}
const things: Record<AuditedTable, string> = {
  file_records: 'File',
  file_access: 'Access to a file',
  file_versions: 'Version of a file',
  file_tags: 'Tag of a file',
  share_links: 'Link',
  file_requests: 'Request for files',
  request_deliveries: 'Received file',
  device_inboxes: 'Key for devices',
  device_keys: 'Device key',
  devices: 'Device',
  folders: 'Folder',
  tags: 'Tag',
  objects: 'Encrypted content',
  buckets: 'Bucket',
  spaces: 'Space',
  space_teams: 'Team that a space remembers',
  space_keys: 'Space key',
  team_space_epochs: 'Members of a team space',
  team_space_members: 'Member of a team space',
  keyrings: 'Private keys',
  account_wraps: 'Password or recovery words',
  user_key_bundles: 'Public keys',
  kdf_parameters: 'Password settings',
  passkeys: 'Passkey',
  sso_providers: 'Identity provider',
  sso_domains: 'Domain of an identity provider',
  customers: 'Customer',
  canaries: 'Canary',
  threat_enforcements: 'Protection',
  threat_incidents: 'Incident',
  threat_notes: 'Note of an incident',
  threat_settings: 'Detector',
  event_streams: 'Event stream',
  certifications: 'Certification record',
  status_incidents: 'Incident',
  status_incident_updates: 'Incident update',
  status_maintenance: 'Maintenance',
  profiles: 'Profile',
  tenants: 'Organisation',
  enterprise_user_roles: 'Role',
  invitations: 'Invitation',
  suspended_members: 'Suspension of a person',
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
const done = { insert: 'added', update: 'changed', delete: 'removed' }

/** All of them, for the languages to lie over. */
export const eventWords = pageWords('eventWords', { titles, actions, things, done })

/** An event in words, as finely as the log tells. */
export function eventTitle(event: Pick<AuditEvent, 'event_type' | 'details'>): string {
  const type = event.event_type
  const action = actionOf(event).slice(type.length + 1)
  return ownProperty(ownProperty<Record<string, string>>(eventWords.actions, type) ?? {}, action) ?? typeTitle(type)
}

/** Everything that events of a type may be called on the screen. */
export function typeTitles(type: string): string[] {
  return [typeTitle(type), ...Object.values(ownProperty<Record<string, string>>(eventWords.actions, type) ?? {})]
}

/** A type that this release does not know is shown with spaces for dots. */
function typeTitle(type: string): string {
  const known = ownProperty<string>(eventWords.titles, type)
  if (known) return known
  const fact = featureEvent(type)
  if (fact) return factWords(fact.title)
  const [subject = '', action = ''] = type.split('.')
  const thing = ownProperty<string>(eventWords.things, subject)
  const what = ownProperty<string>(eventWords.done, action)
  if (thing && what) return `${thing} ${what}`
  const words = type.replaceAll(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The log may hold types that are not in a table, such as those of an earlier release. */
function ownProperty<Value>(table: { [Name in string]?: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
