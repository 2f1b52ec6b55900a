import { type Guarded, rows, write } from './ask.ts'

const USERS = { permission: 'manage_users' } as const
const SECURITY = { permission: 'manage_security' } as const
const AUDIT = { permission: 'view_audit_logs' } as const

/** Tables that REST serves and whose rows only some may read or change. */
export const GUARDED_TABLES: readonly Guarded[] = [
  rows('audit_retention', AUDIT),
  rows('legal_holds', AUDIT),
  // Of others: everybody reads their own.
  rows('system_audit_log', AUDIT, ({ home }) => `&user_id=eq.${home.bystander}`),
  rows('enterprise_user_roles', USERS, ({ home }) => `&user_id=eq.${home.bystander}`),
  rows('former_members', USERS),
  rows('suspended_members', USERS),
  rows('invitations', USERS),
  rows('organisation_domains', USERS),
  rows('event_streams', SECURITY),
  rows('threat_incidents', SECURITY),
  rows('threat_settings', SECURITY),
  rows('threat_detections', SECURITY),
  rows('threat_enforcements', SECURITY, ({ home }) => `&user_id=eq.${home.bystander}`),
  rows('contacts', { permission: ['manage_sales', 'manage_growth'] }),
  write(
    'contacts',
    { permission: 'manage_sales' },
    { method: 'PATCH', query: ({ home }) => `tenant_id=eq.${home.id}`, body: () => ({ status: 'answered' }) },
  ),
  write('tenants', USERS, {
    method: 'PATCH',
    query: ({ home }) => `id=eq.${home.id}`,
    body: ({ name }) => ({ name: `Organisation of ${name}` }),
  }),
  write(
    'certifications',
    { permission: 'manage_compliance', isOfOperator: true },
    { method: 'POST', body: () => ({ name: 'A', recorded_status: 'Implemented' }) },
  ),
]
