import '#web/messages/panel-errors.ts'
import { Suspense } from 'react'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { type HeaderProps, PanelFrame, type SidebarProps } from '#web/parts/frame/frame.tsx'
import { adminGroups } from './admin-groups.ts'
import { AdminHeader } from './admin-header.tsx'
import { AdminPages } from './admin-pages.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'
import { enteredPages } from './entry/entered-pages.ts'
import { useEntry } from './entry/entry-context.ts'
import { EntryScope, WithEntry } from './entry/entry-scope.tsx'
import { EntryStrip } from './entry/entry-strip.tsx'

/** Every page of the admin panel: of one's own organisation, or of the one that was entered. */
export function AdminPanel() {
  return (
    <WithEntry>
      <Panel />
    </WithEntry>
  )
}

function Panel() {
  const entered = useEntry()
  return (
    <PanelFrame Sidebar={Sidebar} Header={Header} groups={adminGroups(entered ? enteredPages : undefined)}>
      <EntryScope>
        <Suspense fallback={<PageSpinner label={m.common.loading} />}>
          <AdminPages />
        </Suspense>
      </EntryScope>
    </PanelFrame>
  )
}

const Sidebar = (props: SidebarProps) => (
  <EntryScope>
    <AdminSidebar {...props} />
  </EntryScope>
)

const Header = (props: HeaderProps) => (
  <>
    <EntryScope>
      <AdminHeader {...props} />
    </EntryScope>
    <EntryStrip />
  </>
)
