import type { ReactNode } from 'react'
import { Navigate, useRoutes } from 'react-router'
import { ADMIN_PAGES, type AdminPath } from '#contract/admin-pages.ts'
import { m } from '#web/messages/app.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { isOffered } from '#web/parts/frame/nav.ts'
import { adminEntry } from './admin-groups.ts'
import { OverviewPage } from './overview/overview-page.tsx'

const Users = lazyPart(async () => (await import('../organisation/team-page.tsx')).UsersPage)
const Training = lazyPart(async () => (await import('../training/manage/manage-training-page.tsx')).ManageTrainingPage)
const Security = lazyPart(async () => (await import('../threats/manage/threats-page.tsx')).ThreatsPage)
const Checks = lazyPart(async () => (await import('../checks/checks-page.tsx')).ChecksPage)
const AuditLogs = lazyPart(async () => (await import('../audit/audit-page.tsx')).AuditPage)
const Billing = lazyPart(async () => (await import('../invoicing/billing-page.tsx')).BillingPage)
const Compliance = lazyPart(async () => (await import('../compliance/compliance-page.tsx')).CompliancePage)
const Integrations = lazyPart(async () => (await import('../streams/integrations-page.tsx')).IntegrationsPage)
const Marketing = lazyPart(async () => (await import('../growth/marketing-page.tsx')).MarketingPage)
const Sales = lazyPart(async () => (await import('../sales/sales-page.tsx')).SalesPage)
const Partners = lazyPart(async () => (await import('../partners/partners-page.tsx')).PartnersPage)
const Newsletters = lazyPart(async () => (await import('../growth/newsletters/newsletters-page.tsx')).NewslettersPage)
const Seo = lazyPart(async () => (await import('../seo/seo-page.tsx')).SeoPage)
const Docs = lazyPart(async () => (await import('../documentation/docs-page.tsx')).DocsPage)
const Operations = lazyPart(async () => (await import('../operations/operations-page.tsx')).OperationsPage)
const Tenants = lazyPart(async () => (await import('../tenants/tenants-page.tsx')).TenantsPage)
const Status = lazyPart(async () => (await import('../status/status-admin-page.tsx')).StatusAdminPage)

const PAGES: Record<AdminPath, ReactNode> = {
  '/admin/overview': <OverviewPage />,
  '/admin/users': <Users />,
  '/admin/security': <Security />,
  '/admin/comprehensive-test': <Checks />,
  '/admin/audit-logs': <AuditLogs />,
  '/admin/growth/marketing': <Marketing />,
  '/admin/growth/sales': <Sales />,
  '/admin/growth/partners': <Partners />,
  '/admin/growth/seo': <Seo />,
  '/admin/growth/newsletters': <Newsletters />,
  '/admin/docs': <Docs />,
  '/admin/training': <Training />,
  '/admin/billing': <Billing />,
  '/admin/compliance': <Compliance />,
  '/admin/integrations': <Integrations />,
  '/admin/status': <Status />,
  '/admin/operations': <Operations />,
  '/admin/tenants': <Tenants />,
}

/** The page of the panel at this address. They are no routes of the router, which would fetch them for people who may not enter as well. */
export function AdminPages() {
  return useRoutes([
    ...ADMIN_PAGES.map(({ path }) => ({
      path: path.slice('/admin/'.length),
      element: <OnlyFor path={path}>{PAGES[path]}</OnlyFor>,
    })),
    { path: '*', element: <Navigate to="/admin/overview" replace /> },
  ])
}

/** A page for the people whom the sidebar offers it to. Others who know its address read who may see it, and none of it is fetched. */
function OnlyFor({ path, children }: { path: AdminPath; children: ReactNode }) {
  const rights = usePermissions()
  const { label, permission, isOfOperator = false } = adminEntry(path)
  if (permission === undefined || isOffered(adminEntry(path), rights)) return children
  return (
    <>
      <title>{m.common.pageTitle(label)}</title>
      <PageHead title={label} />
      <RoleGuard permission={permission} isOfOperator={isOfOperator}>
        {null}
      </RoleGuard>
    </>
  )
}
