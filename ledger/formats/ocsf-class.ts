import { featureEvent } from '#contract/features/all-facts.ts'
import type { FeatureEvent } from '#contract/features/feature-facts.ts'
import type { AuditedTable, AuthEventType, DatabaseEventType } from '#contract/audit/audit-events.ts'

/** What an event is about, which its class requires. */
export type OcsfTarget = 'session' | 'user' | 'file' | 'entity' | 'finding' | 'none'
type OcsfClass = { readonly uid: number; readonly category: number; readonly target: OcsfTarget }
/** A class with what happened, by the numbers of the class. */
export type OcsfKind = { readonly kind: OcsfClass; readonly activity: number }

const AUTHENTICATION: OcsfClass = { uid: 3002, category: 3, target: 'session' }
const USER_MANAGEMENT: OcsfClass = { uid: 3007, category: 3, target: 'user' }
const ENTITY_MANAGEMENT: OcsfClass = { uid: 3004, category: 3, target: 'entity' }
const FILE_HOSTING: OcsfClass = { uid: 6006, category: 6, target: 'file' }
const DETECTION_FINDING: OcsfClass = { uid: 2004, category: 2, target: 'finding' }
const BASE_EVENT: OcsfClass = { uid: 0, category: 0, target: 'none' }

export const OTHER_ACTIVITY = 99

const sign = (activity: number): OcsfKind => ({ kind: AUTHENTICATION, activity })
const user = (activity: number): OcsfKind => ({ kind: USER_MANAGEMENT, activity })
const entity = (activity: number): OcsfKind => ({ kind: ENTITY_MANAGEMENT, activity })
const file = (activity: number): OcsfKind => ({ kind: FILE_HOSTING, activity })
const [LOGON, LOGOFF, PREAUTH] = [sign(1), sign(2), sign(6)]
const [USER_CREATED, USER_UPDATED, USER_DELETED] = [user(1), user(2), user(3)]
const [PASSWORD_CHANGED, PASSWORD_RESET, MFA_ENABLED, MFA_DISABLED] = [user(8), user(9), user(12), user(13)]
const [ROLE_ASSIGNED, ROLE_REMOVED] = [user(16), user(17)]
const [ENTITY_CREATED, ENTITY_UPDATED, ENTITY_DELETED] = [entity(1), entity(3), entity(4)]
const [UPLOADED, DOWNLOADED, FILE_UPDATED, FILE_DELETED, SHARED, UNSHARED] = [1, 2, 3, 4, 12, 13].map(file) as [
  OcsfKind,
  OcsfKind,
  OcsfKind,
  OcsfKind,
  OcsfKind,
  OcsfKind,
]

const NAMED: Record<AuthEventType | DatabaseEventType, OcsfKind> = {
  signup: USER_CREATED,
  'login.succeeded': LOGON,
  'login.failed': LOGON,
  logout: LOGOFF,
  'refresh.reuse_detected': sign(OTHER_ACTIVITY),
  'email.confirmed': USER_UPDATED,
  'email.change_requested': USER_UPDATED,
  'email.change_stopped': USER_UPDATED,
  'email.changed': USER_UPDATED,
  'password.set': PASSWORD_CHANGED,
  'password.changed': PASSWORD_CHANGED,
  'password.reset_requested': PASSWORD_RESET,
  'password.reset': PASSWORD_RESET,
  'mfa.enrolled': MFA_ENABLED,
  'mfa.verified': PREAUTH,
  'mfa.failed': PREAUTH,
  'mfa.removed': MFA_DISABLED,
  'mfa.recovery_codes_made': USER_UPDATED,
  'reauthentication.succeeded': PREAUTH,
  'reauthentication.failed': PREAUTH,
  'phone.change_requested': USER_UPDATED,
  'phone.changed': USER_UPDATED,
  'phone.confirmed': USER_UPDATED,
  'passkey.registered': MFA_ENABLED,
  'passkey.removed': MFA_DISABLED,
  'identity.linked': USER_UPDATED,
  'identity.unlinked': USER_UPDATED,
  'user.created': USER_CREATED,
  'user.changed': USER_UPDATED,
  'user.deleted': USER_DELETED,
  'user.invited': USER_CREATED,
  'link.generated': PREAUTH,
  'sso.provider_added': ENTITY_CREATED,
  'sso.provider_changed': ENTITY_UPDATED,
  'sso.provider_removed': ENTITY_DELETED,
  'session.revoked': LOGOFF,
  'installation.claimed': ROLE_ASSIGNED,
  'file_records.read': DOWNLOADED,
  'share_links.download': DOWNLOADED,
  'file_requests.delivery': UPLOADED,
  'devices.delivery': UPLOADED,
  'devices.refused': { kind: DETECTION_FINDING, activity: 1 },
  'ledger.imported': ENTITY_CREATED,
  'ledger.epoch_started': ENTITY_CREATED,
  'ledger.witness_refused': { kind: DETECTION_FINDING, activity: 1 },
  'content.missing': { kind: DETECTION_FINDING, activity: 1 },
  'content.damaged': { kind: DETECTION_FINDING, activity: 1 },
  'content.found': { kind: DETECTION_FINDING, activity: 3 },
  'leftovers.held': ENTITY_CREATED,
  'leftovers.removed': ENTITY_DELETED,
  'privacy.subject_erased': USER_DELETED,
  'retention.changed': ENTITY_UPDATED,
  'retention.applied': ENTITY_UPDATED,
  'legal_hold.set': ENTITY_CREATED,
  'legal_hold.released': ENTITY_DELETED,
  'policy.updated': ENTITY_UPDATED,
  'tenant.created': ENTITY_CREATED,
  'tenant.suspended': ENTITY_UPDATED,
  'tenant.resumed': ENTITY_UPDATED,
  'tenant.export_started': entity(2),
  'tenant.exported': entity(2),
  'tenant.export_cancelled': ENTITY_UPDATED,
  'tenant.export_failed': ENTITY_UPDATED,
  'tenant.deletion_started': ENTITY_UPDATED,
  'tenant.keep_asked': ENTITY_UPDATED,
  'tenant.restored': ENTITY_UPDATED,
  'tenant.entered': ENTITY_UPDATED,
  'tenant.entry_ended': ENTITY_UPDATED,
  'tenant.deleted': ENTITY_DELETED,
  'plan.changed': ENTITY_UPDATED,
  'detector.fired': { kind: DETECTION_FINDING, activity: 1 },
  'detection.answered': { kind: DETECTION_FINDING, activity: 2 },
  'scim.token_made': ENTITY_CREATED,
  'scim.token_revoked': ENTITY_DELETED,
  'scim.token_refused': { kind: DETECTION_FINDING, activity: 1 },
  'scim.refused': { kind: DETECTION_FINDING, activity: 1 },
  'people.change_refused': { kind: DETECTION_FINDING, activity: 1 },
  'growth_contacts.insert': ENTITY_CREATED,
  'growth_contacts.update': ENTITY_UPDATED,
  'growth_contacts.delete': ENTITY_DELETED,
  'growth_contacts.export': entity(2),
  'growth_audiences.insert': ENTITY_CREATED,
  'growth_audiences.update': ENTITY_UPDATED,
  'growth_audiences.delete': ENTITY_DELETED,
  'growth_newsletters.insert': ENTITY_CREATED,
  'growth_newsletters.update': ENTITY_UPDATED,
  'growth_newsletters.delete': ENTITY_DELETED,
  'growth_mail_settings.insert': ENTITY_CREATED,
  'growth_mail_settings.update': ENTITY_UPDATED,
  'growth_forms.insert': ENTITY_CREATED,
  'growth_forms.update': ENTITY_UPDATED,
  'growth_forms.delete': ENTITY_DELETED,
  'access_review.made': ENTITY_CREATED,
  'access_review.opened': ENTITY_UPDATED,
  'access_review.decided': ENTITY_UPDATED,
  'access_review.closed': ENTITY_UPDATED,
  'access_review.discarded': ENTITY_DELETED,
  'access_review.exported': entity(2),
  'offboarding.started': ENTITY_CREATED,
  'offboarding.step': ENTITY_UPDATED,
  'offboarding.finished': ENTITY_UPDATED,
  'access_list.exported': entity(2),
  'audit_log.exported': entity(2),
  'offboarding.exported': entity(2),
  'training_assignments.insert': ENTITY_CREATED,
  'training_assignments.update': ENTITY_UPDATED,
  'training_assignments.delete': ENTITY_DELETED,
  'training_completions.insert': ENTITY_CREATED,
  'training_completions.update': ENTITY_UPDATED,
  'training_courses.insert': ENTITY_CREATED,
  'training_courses.update': ENTITY_UPDATED,
  'training_courses.delete': ENTITY_DELETED,
  'training_courses.publish': ENTITY_UPDATED,
  'training_exercises.insert': ENTITY_CREATED,
  'training_results.export': entity(2),
  'studio_connections.insert': ENTITY_CREATED,
  'studio_connections.delete': ENTITY_DELETED,
  'studio_settings.update': ENTITY_UPDATED,
  'sales_settings.insert': ENTITY_CREATED,
  'sales_settings.update': ENTITY_UPDATED,
  'sales_deals.insert': ENTITY_CREATED,
  'sales_deals.update': ENTITY_UPDATED,
  'sales_deals.delete': ENTITY_DELETED,
  'sales_deals.export': entity(2),
  'sales_notes.insert': ENTITY_CREATED,
  'sales_notes.delete': ENTITY_DELETED,
  'sales_tasks.insert': ENTITY_CREATED,
  'sales_tasks.update': ENTITY_UPDATED,
  'sales_tasks.delete': ENTITY_DELETED,
  'sales_quotes.insert': ENTITY_CREATED,
  'sales_quotes.update': ENTITY_UPDATED,
  'sales_quotes.delete': ENTITY_DELETED,
  'partners_programmes.insert': ENTITY_CREATED,
  'partners_programmes.update': ENTITY_UPDATED,
  'partners_partners.insert': ENTITY_CREATED,
  'partners_partners.update': ENTITY_UPDATED,
  'partners_partners.export': entity(2),
  'partners_links.insert': ENTITY_CREATED,
  'partners_links.update': ENTITY_UPDATED,
  'partners_registrations.insert': ENTITY_CREATED,
  'partners_registrations.update': ENTITY_UPDATED,
  'partners_commissions.insert': ENTITY_CREATED,
  'partners_commissions.update': ENTITY_UPDATED,
  'partners_statements.insert': ENTITY_CREATED,
  'invoicing_contracts.insert': ENTITY_CREATED,
  'invoicing_contracts.update': ENTITY_UPDATED,
  'invoicing_buyers.insert': ENTITY_CREATED,
  'invoicing_buyers.update': ENTITY_UPDATED,
  'invoicing_seller.update': ENTITY_UPDATED,
  'invoicing_requests.insert': ENTITY_CREATED,
  'invoicing_requests.update': ENTITY_UPDATED,
  'invoicing_invoices.insert': ENTITY_CREATED,
  'invoicing_invoices.update': ENTITY_UPDATED,
  'invoicing_invoices.delete': ENTITY_DELETED,
  'invoicing_invoices.export': entity(2),
  'invoicing_payments.refused': ENTITY_UPDATED,
  'organisation_domains.insert': ENTITY_CREATED,
  'organisation_domains.delete': ENTITY_DELETED,
  'organisation_domains.verify': ENTITY_UPDATED,
  'organisation_domains.lapse': ENTITY_UPDATED,
  'people_import.started': ENTITY_CREATED,
  'people_import.cancelled': ENTITY_UPDATED,
  'team.created': ENTITY_CREATED,
  'team.renamed': ENTITY_UPDATED,
  'team.deleted': ENTITY_DELETED,
  'team.member_added': ENTITY_UPDATED,
  'team.member_removed': ENTITY_UPDATED,
}

/** Events that features declare. */
const OF_FEATURE: Readonly<Record<FeatureEvent['act'], OcsfKind>> = {
  created: ENTITY_CREATED,
  read: entity(2),
  updated: ENTITY_UPDATED,
  deleted: ENTITY_DELETED,
}

type Changes = { readonly insert: OcsfKind; readonly update: OcsfKind; readonly delete: OcsfKind }

const OF_ACCOUNT: Changes = { insert: USER_UPDATED, update: USER_UPDATED, delete: USER_UPDATED }
const OF_FACTOR: Changes = { insert: MFA_ENABLED, update: USER_UPDATED, delete: MFA_DISABLED }
const OF_FILE: Changes = { insert: UPLOADED, update: FILE_UPDATED, delete: FILE_DELETED }
const OF_SHARE: Changes = { insert: SHARED, update: SHARED, delete: UNSHARED }
const OF_FINDING: Changes = {
  insert: { kind: DETECTION_FINDING, activity: 1 },
  update: { kind: DETECTION_FINDING, activity: 2 },
  delete: { kind: DETECTION_FINDING, activity: 3 },
}
/** Any other table is of things that are managed: folders, spaces, requests, settings. */
const OF_ANYTHING: Changes = { insert: ENTITY_CREATED, update: ENTITY_UPDATED, delete: ENTITY_DELETED }

const TABLES: Partial<Record<AuditedTable, Changes>> = {
  threat_incidents: OF_FINDING,
  threat_notes: OF_FINDING,
  users: { insert: USER_CREATED, update: USER_UPDATED, delete: USER_DELETED },
  enterprise_user_roles: { insert: ROLE_ASSIGNED, update: ROLE_ASSIGNED, delete: ROLE_REMOVED },
  account_wraps: OF_ACCOUNT,
  identities: OF_ACCOUNT,
  kdf_parameters: OF_ACCOUNT,
  keyrings: OF_ACCOUNT,
  mfa_recovery_codes: OF_ACCOUNT,
  notification_settings: OF_ACCOUNT,
  profiles: OF_ACCOUNT,
  user_key_bundles: OF_ACCOUNT,
  mfa_factors: OF_FACTOR,
  passkeys: OF_FACTOR,
  file_records: OF_FILE,
  objects: OF_FILE,
  file_versions: { ...OF_FILE, insert: FILE_UPDATED },
  file_access: OF_SHARE,
  share_links: OF_SHARE,
}

/** Also for events that this program does not know: of those the name is all that is said. */
export function ocsfKindOf(eventType: string): OcsfKind {
  if (Object.hasOwn(NAMED, eventType)) return NAMED[eventType as keyof typeof NAMED]
  const fact = featureEvent(eventType)
  if (fact) return OF_FEATURE[fact.act]
  const [table = '', change = ''] = eventType.split('.')
  const changes = Object.hasOwn(TABLES, table) ? TABLES[table as AuditedTable] : OF_ANYTHING
  return changes && Object.hasOwn(changes, change)
    ? changes[change as keyof Changes]
    : { kind: BASE_EVENT, activity: OTHER_ACTIVITY }
}
