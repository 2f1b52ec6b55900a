import type { Permission } from './permissions.ts'

/** A page of the admin panel. `permission`: null, it is for everybody who enters the panel. */
type AdminPage = { path: string; permission: Permission | null; isOfOperator: boolean }

/** The pages of the admin panel in the order of its menu, each with who may use it. The menu and the comprehensive test read it here. */
export const ADMIN_PAGES = [
  page('/admin/overview', null),
  page('/admin/users', 'manage_users'),
  page('/admin/reviews', 'manage_users'),
  page('/admin/security', 'manage_security'),
  page('/admin/comprehensive-test', 'run_tests', { isOfOperator: true }),
  page('/admin/audit-logs', 'view_audit_logs'),
  page('/admin/growth/marketing', 'manage_growth'),
  page('/admin/growth/sales', 'manage_sales'),
  page('/admin/growth/partners', 'manage_partners'),
  page('/admin/growth/seo', 'manage_growth', { isOfOperator: true }),
  page('/admin/growth/newsletters', 'manage_growth'),
  page('/admin/docs', 'manage_growth', { isOfOperator: true }),
  page('/admin/training', 'manage_users'),
  page('/admin/compliance', 'manage_compliance', { isOfOperator: true }),
  page('/admin/integrations', 'manage_security'),
  page('/admin/billing', 'manage_billing'),
  page('/admin/status', 'manage_security', { isOfOperator: true }),
  page('/admin/operations', 'manage_tenants', { isOfOperator: true }),
  page('/admin/tenants', 'manage_tenants', { isOfOperator: true }),
] as const

export type AdminPath = (typeof ADMIN_PAGES)[number]['path']

function page<const Path extends string>(
  path: Path,
  permission: Permission | null,
  { isOfOperator = false } = {},
): AdminPage & { path: Path } {
  return { path, permission, isOfOperator }
}
