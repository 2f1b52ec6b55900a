import { randomBytes, randomUUID } from 'node:crypto'
import { ADMIN_PERMISSIONS } from '#contract/permissions.ts'
import { type Guarded, isFilled, NOTHING, rpc } from './ask.ts'

const USERS = { permission: 'manage_users' } as const
const SECURITY = { permission: 'manage_security' } as const
const AUDIT = { permission: 'view_audit_logs' } as const
const STATUS = { permission: 'manage_security', isOfOperator: true } as const
const TENANTS = { permission: 'manage_tenants', isOfOperator: true } as const
const DOMAINS = { permission: 'manage_users', leadsOnly: true } as const
const RECORDS = { permission: 'manage_compliance', isOfOperator: true } as const
const PANEL = { permission: ADMIN_PERMISSIONS } as const

const person = () => ({ person: NOTHING })
const id = () => ({ id: NOTHING })
const organisation = { organisation: NOTHING }
const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Functions of the database that decide by roles. Whatever is changed is not there, or changes nothing that another row reads. */
export const GUARDED_FUNCTIONS: readonly Guarded[] = [
  rpc('add_domain', DOMAINS, () => ({ domain: 'nothing' })),
  rpc('domain_to_check', DOMAINS, id),
  rpc('remove_domain', DOMAINS, id),
  rpc('add_scim_token', USERS, () => ({
    called: 'A',
    hash_hex: randomBytes(32).toString('hex'),
    days: 0,
    with_mails: false,
  })),
  rpc('list_scim_tokens', USERS),
  rpc('revoke_scim_token', USERS, () => ({ token: NOTHING })),
  rpc('create_team', USERS, () => ({ named: randomUUID() })),
  rpc('change_team', USERS, () => ({ team: NOTHING, seen: 1, named: 'A', about: '' })),
  rpc('change_people_of_team', USERS, () => ({ team: NOTHING, coming: [], going: [] })),
  rpc('delete_team', USERS, () => ({ team: NOTHING })),
  rpc('set_member_quota', USERS, () => ({ person: NOTHING, quota: 1 })),
  rpc('set_guest', USERS, () => ({ person: NOTHING, until: '2030-01-01T00:00:00Z', seen: null })),
  rpc('admit_guest', USERS, () => ({ person: NOTHING, seen: null })),
  rpc('set_member_role', USERS, () => ({ person: NOTHING, role: 'member' })),
  rpc('give_role', USERS, () => ({ person: NOTHING, role: 'member' })),
  rpc('end_role', USERS, person),
  rpc('remove_member', USERS, person),
  rpc('restore_member', USERS, person),
  rpc('suspend_member', USERS, person),
  rpc('end_suspension', USERS, person),
  rpc('revoke_invitation', USERS, () => ({ invitation: NOTHING })),
  rpc('member_standings', USERS, () => ({}), isFilled),
  // Everybody sees the team; when somebody was there last, only these.
  rpc('team_members', USERS, () => ({}), hasTimes),
  rpc('organisation_guests', USERS, () => ({}), hasEnds),

  rpc('audit_log_about', AUDIT, ({ home }) => ({ object: home.event }), isFilled),
  rpc('audit_people', AUDIT, () => ({}), isFilled),
  rpc('require_audit_export', AUDIT, () => ({})),
  rpc('record_audit_export', AUDIT, () => ({ events: 0, form: 'csv' })),
  rpc('readable_events', AUDIT, ({ home }) => ({ events: [home.event] }), isFilled),

  rpc('change_retention', SECURITY, () => ({ category: 'auth', days: 400, where_days: null })),
  rpc('set_legal_hold', SECURITY, () => ({ reason: 'test', person: NOTHING })),
  rpc('release_legal_hold', SECURITY, () => ({ hold: NOTHING, reason: 'test' })),
  rpc('detections_by_day', SECURITY, () => ({ days: 30 }), isFilled),
  rpc('tune_detector', SECURITY, () => ({ detector: 'nothing', mode: 'off', factor: 1 })),
  rpc('update_incident', SECURITY, () => ({ incident: NOTHING, note: 'A' })),
  rpc('lift_enforcement', SECURITY, () => ({ enforcement: NOTHING })),
  rpc('device_fleet', SECURITY, () => ({}), isFilled),
  rpc(
    'device_pause',
    SECURITY,
    ({ home }) => ({ device: { id: home.device } }),
    (body) => body !== null,
  ),
  rpc('organisation_sessions', SECURITY),
  rpc('end_sessions_of', SECURITY, person),
  rpc('policy_counts', SECURITY),
  rpc('set_policies', SECURITY, () => ({ wanted: {}, seen: -1 })),

  rpc(
    'may_manage_status',
    STATUS,
    () => ({}),
    (body) => body === true,
  ),
  rpc('open_status_incident', STATUS, () => ({ title: '', description: '', severity: 'minor', services: [] })),
  rpc('update_status_incident', STATUS, () => ({ incident: NOTHING, status: 'resolved', text: 'A' })),
  rpc('schedule_status_maintenance', STATUS, () => ({
    title: 'A',
    description: '',
    services: [],
    starts_at: tomorrow(-2),
    ends_at: tomorrow(-1),
  })),
  rpc('end_status_maintenance', STATUS, () => ({ maintenance: NOTHING })),
  rpc('put_certificate', RECORDS, () => ({ certification: NOTHING, file_name: 'a.pdf', content: '\\x00' })),
  rpc('remove_certificate', RECORDS, () => ({ certification: NOTHING })),

  rpc('list_tenants', TENANTS),
  rpc('suspend_tenant', TENANTS, () => ({ ...organisation, reason: 'test' })),
  rpc('resume_tenant', TENANTS, () => organisation),
  rpc('change_tenant_plan', TENANTS, () => ({ ...organisation, plan: 'starter', expected: 'starter' })),
  rpc('set_tenant_limits', TENANTS, () => ({ ...organisation, most_people: 5, most_bytes: null, known: 0 })),

  rpc('organisation_overview', PANEL),
  rpc('organisation_waits', PANEL),
]

function hasEnds(body: unknown): boolean {
  return Array.isArray(body) && body.some((one: { ends_at: string | null }) => one.ends_at !== null)
}

function hasTimes(body: unknown): boolean {
  return Array.isArray(body) && body.some((row: { last_active_at: string | null }) => row.last_active_at !== null)
}
