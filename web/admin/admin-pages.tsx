import { Navigate, useRoutes } from 'react-router'
import { m } from '#web/messages/app.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { isOffered } from '#web/parts/frame/nav.ts'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { adminEntry } from './admin-groups.ts'
import type { AdminPage } from './admin-room.ts'
import { enteredPages } from './entry/entered-pages.ts'
import { useEntry } from './entry/entry-context.ts'
import { adminPages } from './rooms.ts'

/** Waits for the sentences of failures that only the panel meets; the overview, which many people only look at, loads them with what it begins. */
const Sentences = lazyPart(async () => {
  await import('#web/messages/panel-errors.ts')
  return () => null
})

/** The page of the panel at this address. They are no routes of the router, which would fetch them for people who may not enter as well. */
export function AdminPages() {
  const entered = useEntry()
  return useRoutes([
    ...(entered ? enteredPages : adminPages).map((page) => ({
      path: page.path.slice('/admin/'.length),
      element: <OnlyFor page={page} />,
    })),
    { path: '*', element: <Navigate to="/admin/overview" replace /> },
  ])
}

/** A page for the people whom the sidebar offers it to. Others who know its address read who may see it, and none of it is fetched. */
function OnlyFor({ page }: { page: AdminPage }) {
  const rights = usePermissions()
  const entry = adminEntry(page)
  const { label, permission, isOfOperator = false } = entry
  if (permission === undefined || isOffered(entry, rights)) {
    return (
      <>
        {page.path !== '/admin/overview' && <Sentences />}
        <page.Page />
      </>
    )
  }
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
