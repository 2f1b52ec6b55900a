import { Suspense } from 'react'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { PanelFrame } from '#web/parts/frame/frame.tsx'
import { adminGroups } from './admin-groups.ts'
import { AdminHeader } from './admin-header.tsx'
import { AdminPages } from './admin-pages.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'

/** Every page of the admin panel. */
export function AdminPanel() {
  return (
    <PanelFrame Sidebar={AdminSidebar} Header={AdminHeader} groups={adminGroups()}>
      <Suspense fallback={<PageSpinner label={m.common.loading} />}>
        <AdminPages />
      </Suspense>
    </PanelFrame>
  )
}
