/** Roles, of the admin panel and of the dashboard. */
export const ROLES = [
  'super_admin',
  'tenant_admin',
  'owner',
  'admin',
  'security_admin',
  'compliance_officer',
  'growth_manager',
  'sales_manager',
  'partner_manager',
  'billing_admin',
  'manager',
  'analyst',
  'viewer',
  'partner',
  'member',
] as const
export type Role = (typeof ROLES)[number]

const ADMINISTRATORS = ['super_admin', 'tenant_admin', 'owner', 'admin'] as const satisfies Role[]

/**
 * Who may do what. `authz.allows(permission, tenant)` in SQL is tested equal to this table, so a change belongs in
 * both places in the same commit.
 */
export const PERMISSIONS = {
  manage_users: [...ADMINISTRATORS],
  view_audit_logs: [...ADMINISTRATORS, 'security_admin'],
  manage_security: [...ADMINISTRATORS, 'security_admin'],
  run_tests: [...ADMINISTRATORS, 'security_admin'],
  manage_compliance: [...ADMINISTRATORS, 'compliance_officer'],
  manage_growth: [...ADMINISTRATORS, 'growth_manager'],
  manage_sales: [...ADMINISTRATORS, 'sales_manager'],
  manage_partners: [...ADMINISTRATORS, 'partner_manager'],
  manage_billing: [...ADMINISTRATORS, 'billing_admin'],
  manage_integrations: [...ADMINISTRATORS, 'partner'],
  view_dashboard: [...ADMINISTRATORS, 'security_admin', 'analyst', 'viewer'],
  access_admin: [...ADMINISTRATORS, 'manager'],
  manage_tenants: ['super_admin'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof PERMISSIONS

/**
 * Each of these opens the admin panel, which then offers the pages that it is for: the roles of the specification that run one part of an
 * organisation have no `access_admin`. `authz.admin_permissions()` in SQL is tested equal to it.
 */
export const ADMIN_PERMISSIONS = [
  'access_admin',
  'manage_users',
  'view_audit_logs',
  'manage_security',
  'run_tests',
  'manage_compliance',
  'manage_growth',
  'manage_sales',
  'manage_partners',
  'manage_billing',
  'manage_tenants',
] as const satisfies Permission[]

/** Roles that the team page gives, most able first. `authz.team_roles()` in SQL is tested equal to it. */
export const TEAM_ROLES = [
  'owner',
  'admin',
  'security_admin',
  'compliance_officer',
  'growth_manager',
  'sales_manager',
  'partner_manager',
  'billing_admin',
  'manager',
  'analyst',
  'viewer',
  'partner',
  'member',
] as const satisfies Role[]
export type TeamRole = (typeof TEAM_ROLES)[number]

/** Only who holds one of these gives or takes the role of an owner. */
export const LEADING_ROLES = ['owner', 'tenant_admin', 'super_admin'] as const satisfies Role[]

/** True when any of `roles` carries `permission`. */
export function allows(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission]
  return roles.some((role) => allowed.includes(role))
}

/** True when any of `roles` opens the admin panel. */
export const entersAdmin = (roles: readonly Role[]): boolean =>
  ADMIN_PERMISSIONS.some((permission) => allows(roles, permission))
