import { FEATURE_EVENTS, type FeatureEventType } from '../features/all-facts.ts'
import type { NoticeKind } from '../notices.ts'
import type { AuditCategory, Risk } from './audit-category.ts'

export type { AuditCategory, Risk }

/**
 * What the audit log holds. Everything that names an event is typed after these tables, and the triggers of the database are tested
 * equal to them (`scripts/schema/audit-events.test.ts`).
 */

/** Written by the sign-in service, all in the category `auth`. `notice`: its person is notified. */
export const AUTH_EVENTS = {
  signup: { risk: 'low' },
  'login.succeeded': { risk: 'low' },
  'login.failed': { risk: 'medium' },
  logout: { risk: 'low' },
  'refresh.reuse_detected': { risk: 'critical', notice: 'session_stolen' },
  'email.confirmed': { risk: 'low' },
  'email.change_requested': { risk: 'medium' },
  'email.change_stopped': { risk: 'medium' },
  'email.changed': { risk: 'high', notice: 'email_changed' },
  'password.set': { risk: 'low' },
  'password.changed': { risk: 'medium', notice: 'password_changed' },
  'password.reset_requested': { risk: 'low' },
  'password.reset': { risk: 'high', notice: 'password_reset' },
  'mfa.enrolled': { risk: 'medium' },
  'mfa.verified': { risk: 'low' },
  'mfa.failed': { risk: 'medium' },
  'mfa.removed': { risk: 'high', notice: 'second_factor_changed' },
  'mfa.recovery_codes_made': { risk: 'medium' },
  'reauthentication.succeeded': { risk: 'low' },
  'reauthentication.failed': { risk: 'medium' },
  'phone.change_requested': { risk: 'medium' },
  'phone.changed': { risk: 'medium' },
  'phone.confirmed': { risk: 'medium' },
  'passkey.registered': { risk: 'high', notice: 'passkey_changed' },
  'passkey.removed': { risk: 'high', notice: 'passkey_changed' },
  'identity.linked': { risk: 'medium' },
  'identity.unlinked': { risk: 'medium' },
  'user.created': { risk: 'medium' },
  'user.changed': { risk: 'high' },
  'user.deleted': { risk: 'high' },
  'user.invited': { risk: 'medium' },
  'link.generated': { risk: 'high' },
  'sso.provider_added': { risk: 'high' },
  'sso.provider_changed': { risk: 'high' },
  'sso.provider_removed': { risk: 'high' },
} as const satisfies Record<string, { risk: Risk; notice?: NoticeKind }>
export type AuthEventType = keyof typeof AUTH_EVENTS

/** Written where who operates the installation does something to its work. */
export const OPERATION_EVENTS = {
  'job.run_again': { category: 'config_change', risk: 'medium' },
  'mail.dropped': { category: 'config_change', risk: 'high' },
} as const satisfies Record<string, { category: AuditCategory; risk: Risk }>
export type OperationEventType = keyof typeof OPERATION_EVENTS

/** Written by the comprehensive test. */
export const TEST_EVENTS = {
  'tests.started': { category: 'config_change', risk: 'low' },
  'tests.cancelled': { category: 'config_change', risk: 'medium' },
  'tests.completed': { category: 'config_change', risk: 'low' },
  'tests.exported': { category: 'data_access', risk: 'medium' },
  'tests.schedule_changed': { category: 'config_change', risk: 'medium' },
} as const satisfies Record<string, { category: AuditCategory; risk: Risk }>
export type TestEventType = keyof typeof TEST_EVENTS

/** Written where somebody works on how the public site is found. */
export const SEO_EVENTS = {
  'seo.crawl_started': { category: 'config_change', risk: 'low' },
  'seo.crawl_cancelled': { category: 'config_change', risk: 'low' },
  'seo.schedule_changed': { category: 'config_change', risk: 'low' },
  'seo.redirect_saved': { category: 'config_change', risk: 'medium' },
  'seo.redirect_removed': { category: 'config_change', risk: 'medium' },
} as const satisfies Record<string, { category: AuditCategory; risk: Risk }>
export type SeoEventType = keyof typeof SEO_EVENTS

/** Written where somebody works on guides of their own. */
export const DOCUMENTATION_EVENTS = {
  'documentation.guide_created': { category: 'config_change', risk: 'low' },
  'documentation.draft_saved': { category: 'config_change', risk: 'low' },
  'documentation.draft_restored': { category: 'config_change', risk: 'low' },
  'documentation.guide_published': { category: 'config_change', risk: 'medium' },
  'documentation.guide_unpublished': { category: 'config_change', risk: 'medium' },
  'documentation.guide_deleted': { category: 'config_change', risk: 'medium' },
} as const satisfies Record<string, { category: AuditCategory; risk: Risk }>
export type DocumentationEventType = keyof typeof DOCUMENTATION_EVENTS

/** Written by functions of the database for what a changed row does not say. */
export const DATABASE_EVENTS = {
  'session.revoked': { category: 'auth', risk: 'medium' },
  'installation.claimed': { category: 'config_change', risk: 'high' },
  'file_records.read': { category: 'data_access', risk: 'low' },
  'share_links.download': { category: 'data_access', risk: 'low' },
  'file_requests.delivery': { category: 'data_access', risk: 'low' },
  'devices.delivery': { category: 'data_access', risk: 'low' },
  'devices.refused': { category: 'security_incident', risk: 'medium' },
  'ledger.imported': { category: 'config_change', risk: 'low' },
  'ledger.epoch_started': { category: 'config_change', risk: 'critical' },
  'ledger.witness_refused': { category: 'security_incident', risk: 'critical' },
  'privacy.subject_erased': { category: 'config_change', risk: 'high' },
  'content.missing': { category: 'security_incident', risk: 'high' },
  'content.damaged': { category: 'security_incident', risk: 'high' },
  'content.found': { category: 'security_incident', risk: 'low' },
  'leftovers.held': { category: 'config_change', risk: 'high' },
  'leftovers.removed': { category: 'config_change', risk: 'medium' },
  'retention.changed': { category: 'config_change', risk: 'high' },
  'retention.applied': { category: 'config_change', risk: 'low' },
  'legal_hold.set': { category: 'config_change', risk: 'high' },
  'legal_hold.released': { category: 'config_change', risk: 'high' },
  'detector.fired': { category: 'security_incident', risk: 'high' },
  'policy.updated': { category: 'config_change', risk: 'high' },
  'tenant.created': { category: 'config_change', risk: 'high' },
  'tenant.suspended': { category: 'config_change', risk: 'high' },
  'tenant.resumed': { category: 'config_change', risk: 'high' },
  'tenant.export_started': { category: 'config_change', risk: 'critical' },
  'tenant.exported': { category: 'config_change', risk: 'critical' },
  'tenant.export_cancelled': { category: 'config_change', risk: 'medium' },
  'tenant.export_failed': { category: 'config_change', risk: 'critical' },
  'tenant.deletion_started': { category: 'config_change', risk: 'critical' },
  'tenant.keep_asked': { category: 'config_change', risk: 'high' },
  'tenant.restored': { category: 'config_change', risk: 'high' },
  'tenant.entered': { category: 'config_change', risk: 'critical' },
  'tenant.entry_ended': { category: 'config_change', risk: 'high' },
  'tenant.deleted': { category: 'config_change', risk: 'critical' },
  'plan.changed': { category: 'config_change', risk: 'medium' },
  'detection.answered': { category: 'security_incident', risk: 'medium' },
  'scim.token_made': { category: 'config_change', risk: 'high' },
  'scim.token_revoked': { category: 'config_change', risk: 'high' },
  'scim.token_refused': { category: 'security_incident', risk: 'medium' },
  'scim.refused': { category: 'security_incident', risk: 'medium' },
  'people.change_refused': { category: 'security_incident', risk: 'medium' },
  'growth_contacts.insert': { category: 'data_access', risk: 'low' },
  'growth_contacts.update': { category: 'data_access', risk: 'low' },
  'growth_contacts.delete': { category: 'data_access', risk: 'medium' },
  'growth_contacts.export': { category: 'data_access', risk: 'medium' },
  'growth_audiences.insert': { category: 'config_change', risk: 'medium' },
  'growth_audiences.update': { category: 'config_change', risk: 'medium' },
  'growth_audiences.delete': { category: 'config_change', risk: 'medium' },
  'growth_newsletters.insert': { category: 'config_change', risk: 'medium' },
  'growth_newsletters.update': { category: 'config_change', risk: 'medium' },
  'growth_newsletters.delete': { category: 'config_change', risk: 'medium' },
  'growth_mail_settings.insert': { category: 'config_change', risk: 'medium' },
  'growth_mail_settings.update': { category: 'config_change', risk: 'medium' },
  'growth_forms.insert': { category: 'config_change', risk: 'medium' },
  'growth_forms.update': { category: 'config_change', risk: 'medium' },
  'growth_forms.delete': { category: 'config_change', risk: 'medium' },
  'access_review.made': { category: 'config_change', risk: 'low' },
  'access_review.opened': { category: 'config_change', risk: 'medium' },
  'access_review.decided': { category: 'config_change', risk: 'medium' },
  'access_review.closed': { category: 'config_change', risk: 'medium' },
  'access_review.discarded': { category: 'config_change', risk: 'low' },
  'access_review.exported': { category: 'data_access', risk: 'medium' },
  'offboarding.started': { category: 'config_change', risk: 'high' },
  'offboarding.step': { category: 'config_change', risk: 'medium' },
  'offboarding.finished': { category: 'config_change', risk: 'high' },
  'access_list.exported': { category: 'data_access', risk: 'medium' },
  'audit_log.exported': { category: 'data_access', risk: 'medium' },
  'offboarding.exported': { category: 'data_access', risk: 'medium' },
  'training_assignments.insert': { category: 'config_change', risk: 'medium' },
  'training_assignments.update': { category: 'config_change', risk: 'medium' },
  'training_assignments.delete': { category: 'config_change', risk: 'medium' },
  'training_completions.insert': { category: 'config_change', risk: 'low' },
  'training_completions.update': { category: 'config_change', risk: 'medium' },
  'training_courses.insert': { category: 'config_change', risk: 'medium' },
  'training_courses.update': { category: 'config_change', risk: 'medium' },
  'training_courses.delete': { category: 'config_change', risk: 'medium' },
  'training_courses.publish': { category: 'config_change', risk: 'medium' },
  'training_exercises.insert': { category: 'config_change', risk: 'high' },
  'training_results.export': { category: 'data_access', risk: 'medium' },
  'studio_connections.insert': { category: 'config_change', risk: 'medium' },
  'studio_connections.delete': { category: 'config_change', risk: 'medium' },
  'studio_settings.update': { category: 'config_change', risk: 'medium' },
  'sales_settings.insert': { category: 'config_change', risk: 'medium' },
  'sales_settings.update': { category: 'config_change', risk: 'medium' },
  'sales_deals.insert': { category: 'data_access', risk: 'low' },
  'sales_deals.update': { category: 'data_access', risk: 'low' },
  'sales_deals.delete': { category: 'data_access', risk: 'medium' },
  'sales_deals.export': { category: 'data_access', risk: 'medium' },
  'sales_notes.insert': { category: 'data_access', risk: 'low' },
  'sales_notes.delete': { category: 'data_access', risk: 'medium' },
  'sales_tasks.insert': { category: 'data_access', risk: 'low' },
  'sales_tasks.update': { category: 'data_access', risk: 'low' },
  'sales_tasks.delete': { category: 'data_access', risk: 'medium' },
  'sales_quotes.insert': { category: 'data_access', risk: 'low' },
  'sales_quotes.update': { category: 'data_access', risk: 'low' },
  'sales_quotes.delete': { category: 'data_access', risk: 'medium' },
  'partners_programmes.insert': { category: 'config_change', risk: 'medium' },
  'partners_programmes.update': { category: 'config_change', risk: 'medium' },
  'partners_partners.insert': { category: 'config_change', risk: 'medium' },
  'partners_partners.update': { category: 'config_change', risk: 'medium' },
  'partners_partners.export': { category: 'data_access', risk: 'medium' },
  'partners_links.insert': { category: 'data_access', risk: 'low' },
  'partners_links.update': { category: 'data_access', risk: 'low' },
  'partners_registrations.insert': { category: 'data_access', risk: 'low' },
  'partners_registrations.update': { category: 'data_access', risk: 'low' },
  'partners_commissions.insert': { category: 'data_access', risk: 'medium' },
  'partners_commissions.update': { category: 'data_access', risk: 'medium' },
  'partners_statements.insert': { category: 'data_access', risk: 'low' },
  'invoicing_contracts.insert': { category: 'config_change', risk: 'medium' },
  'invoicing_contracts.update': { category: 'config_change', risk: 'medium' },
  'invoicing_buyers.insert': { category: 'config_change', risk: 'medium' },
  'invoicing_buyers.update': { category: 'config_change', risk: 'medium' },
  'invoicing_seller.update': { category: 'config_change', risk: 'high' },
  'invoicing_requests.insert': { category: 'config_change', risk: 'medium' },
  'invoicing_requests.update': { category: 'config_change', risk: 'medium' },
  'invoicing_invoices.insert': { category: 'config_change', risk: 'medium' },
  'invoicing_invoices.update': { category: 'config_change', risk: 'medium' },
  'invoicing_invoices.delete': { category: 'config_change', risk: 'medium' },
  'invoicing_invoices.export': { category: 'data_access', risk: 'medium' },
  'invoicing_payments.refused': { category: 'config_change', risk: 'high' },
  'organisation_domains.insert': { category: 'config_change', risk: 'high' },
  'organisation_domains.delete': { category: 'config_change', risk: 'high' },
  'organisation_domains.verify': { category: 'config_change', risk: 'high' },
  'organisation_domains.lapse': { category: 'config_change', risk: 'high' },
  'people_import.started': { category: 'config_change', risk: 'high' },
  'people_import.cancelled': { category: 'config_change', risk: 'medium' },
  'team.created': { category: 'config_change', risk: 'low' },
  'team.renamed': { category: 'config_change', risk: 'low' },
  'team.deleted': { category: 'config_change', risk: 'medium' },
  'team.member_added': { category: 'config_change', risk: 'medium' },
  'team.member_removed': { category: 'config_change', risk: 'medium' },
} as const satisfies Record<string, { category: AuditCategory; risk: Risk }>
export type DatabaseEventType = keyof typeof DATABASE_EVENTS

/** Written by a trigger for each changed row, as `<table>.insert` and so on; an operation that is not named writes none. */
export const TABLE_EVENTS = {
  account_wraps: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  buckets: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  canaries: { category: 'config_change', insert: 'medium', delete: 'medium' },
  certifications: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  contacts: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  customers: { category: 'config_change', insert: 'low', update: 'low', delete: 'low' },
  device_inboxes: { category: 'config_change', insert: 'medium' },
  device_keys: { category: 'config_change', insert: 'medium' },
  devices: { category: 'config_change', insert: 'medium', update: 'medium' },
  enterprise_user_roles: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  event_streams: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  file_access: { category: 'data_access', insert: 'medium', update: 'medium', delete: 'low' },
  file_records: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  file_requests: { category: 'data_access', insert: 'medium', update: 'low', delete: 'medium' },
  file_tags: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  file_versions: { category: 'data_access', insert: 'low', delete: 'low' },
  folders: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  former_members: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  identities: { category: 'auth', insert: 'low', update: 'low', delete: 'low' },
  invitations: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  kdf_parameters: { category: 'auth', insert: 'medium', update: 'medium', delete: 'medium' },
  keyrings: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  mfa_factors: { category: 'auth', insert: 'high', update: 'high', delete: 'high' },
  mfa_recovery_codes: { category: 'auth', update: 'high' },
  notification_settings: { category: 'config_change', insert: 'low', update: 'low', delete: 'low' },
  objects: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  passkeys: { category: 'auth', insert: 'high', update: 'high', delete: 'high' },
  profiles: { category: 'config_change', insert: 'low', update: 'low', delete: 'low' },
  recovery_agreements: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  recovery_answers: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  recovery_policies: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  recovery_requests: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  recovery_shares: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  request_deliveries: { category: 'data_access', delete: 'low' },
  share_links: { category: 'data_access', insert: 'medium', update: 'low', delete: 'medium' },
  space_keys: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  space_teams: { category: 'config_change', insert: 'low', delete: 'low' },
  spaces: { category: 'config_change', insert: 'low', update: 'low', delete: 'low' },
  sso_domains: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  sso_providers: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  status_incident_updates: { category: 'config_change', insert: 'low', update: 'low', delete: 'low' },
  status_incidents: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  status_maintenance: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  subscriptions: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  suspended_members: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  tags: { category: 'data_access', insert: 'low', update: 'low', delete: 'low' },
  team_space_epochs: { category: 'config_change', insert: 'medium' },
  team_space_members: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  tenants: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  threat_enforcements: { category: 'security_incident', insert: 'high', update: 'high' },
  threat_incidents: { category: 'security_incident', insert: 'high', update: 'high' },
  threat_notes: { category: 'security_incident', insert: 'low' },
  threat_settings: { category: 'config_change', insert: 'high', update: 'high', delete: 'high' },
  user_key_bundles: { category: 'config_change', insert: 'medium', update: 'medium', delete: 'medium' },
  users: { category: 'auth', insert: 'low', update: 'low', delete: 'low' },
} as const satisfies Record<string, { category: AuditCategory; insert?: Risk; update?: Risk; delete?: Risk }>
export type AuditedTable = keyof typeof TABLE_EVENTS
type TableEventType = {
  [Table in AuditedTable]: `${Table}.${Exclude<keyof (typeof TABLE_EVENTS)[Table], 'category'> & string}`
}[AuditedTable]

export type AuditEventType =
  | AuthEventType
  | OperationEventType
  | TestEventType
  | SeoEventType
  | FeatureEventType
  | DocumentationEventType
  | DatabaseEventType
  | TableEventType

/** Each kind of event that there may be. */
export const AUDIT_EVENT_TYPES: readonly string[] = [
  ...[
    AUTH_EVENTS,
    OPERATION_EVENTS,
    TEST_EVENTS,
    SEO_EVENTS,
    FEATURE_EVENTS,
    DOCUMENTATION_EVENTS,
    DATABASE_EVENTS,
  ].flatMap((events) => Object.keys(events)),
  ...Object.entries(TABLE_EVENTS).flatMap(([table, changes]) =>
    Object.keys(changes)
      .filter((name) => name !== 'category')
      .map((change) => `${table}.${change}`),
  ),
]
