import { Suspense, useState } from 'react'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { type HeaderProps, PanelFrame, type SidebarProps } from '#web/parts/frame/frame.tsx'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { adminGroups } from './admin-groups.ts'
import { AdminHeader } from './admin-header.tsx'
import { AdminPages } from './admin-pages.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'
import { enteredPages } from './entry/entered-pages.ts'
import { useEntry } from './entry/entry-context.ts'
import { EntryScope, useGuests, useMayEnter, WithEntry } from './entry/entry-scope.tsx'

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
    <PanelFrame
      Sidebar={Sidebar}
      Header={Header}
      groups={adminGroups(entered ? enteredPages : undefined)}
      // The palette asks within one's own organisation.
      peopleAt={entered ? undefined : '/admin/users'}
    >
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

const EntryStrip = lazyPart(async () => (await import('./entry/entry-strip.tsx')).EntryStrip)
const Switcher = lazyPart(async () => (await import('./tenants/organisation-switcher.tsx')).OrganisationSwitcher)

/** The switcher asks within one's own organisation, whichever is open. */
function Header(props: HeaderProps) {
  const [isSwitching, setSwitching] = useState<boolean | null>(null)
  const mayEnter = useMayEnter()
  const entered = useEntry()
  const guests = useGuests()
  return (
    <>
      <EntryScope>
        <AdminHeader {...props} onSwitch={mayEnter ? () => setSwitching(true) : undefined} />
      </EntryScope>
      {mayEnter && isSwitching !== null && (
        <Suspense>
          <Switcher isOpen={isSwitching} onClose={() => setSwitching(false)} />
        </Suspense>
      )}
      {(entered || guests.length > 0) && (
        <Suspense>
          <EntryStrip guests={guests} />
        </Suspense>
      )}
    </>
  )
}
