import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { SharedPartsContext, type SharedParts } from '#web/parts/frame/shared-part.tsx'
import { PanelFrameContext, type PanelProps } from '#web/parts/frame/frame.tsx'
import { AppShell } from './app-shell.tsx'
import { navGroups } from './nav-entries.ts'
import { OnlyAdmins } from './only-admins.tsx'
import { Sidebar } from './sidebar.tsx'

const AdminPages = lazyPart(async () => (await import('#web/admin/admin-panel.tsx')).AdminPanel)
const StudioPages = lazyPart(async () => (await import('#web/studio/studio.tsx')).Studio)
const Users = lazyPart(async () => (await import('../organisation/team-page.tsx')).UsersPage)
const Ledger = lazyPart(async () => (await import('../threats/ledger-card.tsx')).LedgerCard)
const AuditLogs = lazyPart(async () => (await import('../audit/audit-page.tsx')).AuditPage)

const SHARED: SharedParts = {
  users: () => <Users />,
  auditLogs: () => <AuditLogs />,
  ledger: () => (
    <Suspense fallback={null}>
      <Ledger />
    </Suspense>
  ),
}

/** The AI studio, in the frame of the app. */
export function Studio() {
  return (
    <PanelFrameContext value={drawFrame}>
      <StudioPages />
    </PanelFrameContext>
  )
}

/** The admin panel, in the frame of the app. */
export function Admin() {
  return (
    <PanelFrameContext value={drawFrame}>
      <OnlyAdmins>
        <SharedPartsContext value={SHARED}>
          <AdminPages />
        </SharedPartsContext>
      </OnlyAdmins>
    </PanelFrameContext>
  )
}

const drawFrame = (props: PanelProps) => <Frame {...props} />

/** The palette offers the pages of the dashboard behind those of the panel. */
function Frame({ Sidebar: Own = Sidebar, groups, ...rest }: PanelProps) {
  const dashboard = navGroups().map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ to }) => !groups.some((group) => group.entries.some((entry) => entry.to === to))),
  }))
  return <AppShell Sidebar={Own} groups={[...groups, ...dashboard]} {...rest} />
}

const PLACES: Record<string, string> = {
  '/dashboard/threats': '/admin/security',
  '/dashboard/status': '/admin/status',
  '/dashboard/streams': '/admin/integrations',
  '/dashboard/compliance': '/admin/compliance',
}

/** Where a page of the dashboard is now. */
export function MovedPage() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={{ pathname: PLACES[pathname] ?? '/admin/overview', search, hash }} replace />
}
