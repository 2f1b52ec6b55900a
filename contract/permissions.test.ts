import { expect, test } from 'vitest'
import { ADMIN_PERMISSIONS, PERMISSIONS, allows, type Permission, type Role } from './permissions.ts'

/** The roles of the dashboard and what each of them may. */
const DASHBOARD_ROLES = ['admin', 'security_admin', 'analyst', 'viewer', 'billing_admin', 'partner'] as const
const ALLOWED: Partial<Record<Permission, readonly Role[]>> = {
  manage_users: ['admin'],
  view_audit_logs: ['admin', 'security_admin'],
  manage_security: ['admin', 'security_admin'],
  view_dashboard: ['admin', 'security_admin', 'analyst', 'viewer'],
  manage_billing: ['admin', 'billing_admin'],
  manage_integrations: ['admin', 'partner'],
}

test.each(Object.entries(ALLOWED) as [Permission, readonly Role[]][])(
  'of the roles of the dashboard, %s belongs to %j',
  (permission, roles) => {
    expect(DASHBOARD_ROLES.filter((role) => allows([role], permission))).toEqual(roles)
  },
)

test('one role of several is enough, none is not', () => {
  expect(allows(['member', 'security_admin'], 'view_audit_logs')).toBe(true)
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) expect(allows([], permission)).toBe(false)
})

/** No page and no policy gives what belongs to others for these. */
const WITHOUT_OTHERS: readonly Permission[] = ['manage_integrations', 'view_dashboard']

test('every permission opens the admin panel, so that giving it is told, or reaches nothing of others', () => {
  const told: readonly Permission[] = ADMIN_PERMISSIONS
  expect([...told, ...WITHOUT_OTHERS].toSorted()).toEqual((Object.keys(PERMISSIONS) as Permission[]).toSorted())
})
