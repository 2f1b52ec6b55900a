import { Suspense } from 'react'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { navGroups } from '../shell/nav-entries.ts'
import { adminGroups } from './admin-groups.ts'
import { AdminHeader } from './admin-header.tsx'
import { AdminPages } from './admin-pages.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'

/** Every page of the admin panel. */
export function AdminPanel() {
  const dashboard = navGroups().map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ opensAdmin }) => !opensAdmin),
  }))
  return (
    <AppShell Sidebar={AdminSidebar} Header={AdminHeader} groups={[...adminGroups(), ...dashboard]}>
      <Suspense fallback={<PageSpinner label={m.common.loading} />}>
        <AdminPages />
      </Suspense>
    </AppShell>
  )
}
