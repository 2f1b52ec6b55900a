import type { AuditedTable, AuthEventType, DatabaseEventType } from '#contract/audit-events.ts'

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
  'privacy.subject_erased': USER_DELETED,
  'detector.fired': { kind: DETECTION_FINDING, activity: 1 },
  'detection.answered': { kind: DETECTION_FINDING, activity: 2 },
  'organisation_domains.insert': ENTITY_CREATED,
  'organisation_domains.delete': ENTITY_DELETED,
  'organisation_domains.verify': ENTITY_UPDATED,
  'organisation_domains.lapse': ENTITY_UPDATED,
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
  const [table = '', change = ''] = eventType.split('.')
  const changes = Object.hasOwn(TABLES, table) ? TABLES[table as AuditedTable] : OF_ANYTHING
  return changes && Object.hasOwn(changes, change)
    ? changes[change as keyof Changes]
    : { kind: BASE_EVENT, activity: OTHER_ACTIVITY }
}
