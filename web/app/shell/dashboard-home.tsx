import { Suspense, useEffect } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { DASHBOARD_TABS, addressOf, openTab, type DashboardTab } from './dashboard-tabs.tsx'
import { movedTab } from './tab-addresses.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'

/** The pages that have a tab: the strip above them, and the one that is open. */
export function DashboardHome() {
  const [parameters] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { can, isPending } = usePermissions()
  const isNarrow = useMedia(NARROW)
  const moved = movedTab(pathname, parameters)
  if (moved) return <Moved {...moved} />
  const open = openTab(pathname, parameters) ?? DASHBOARD_TABS[0]
  const shown = DASHBOARD_TABS.filter(({ permission }) => !permission || can(permission))

  return (
    <div className="-mt-4 md:-mt-6">
      <Tabs
        label={m.shell.tabs.label}
        value={open.id}
        onChange={(id) => {
          const tab = shown.find((one) => one.id === id)
          if (tab) void navigate(addressOf(tab))
        }}
        // None of them comes late and moves the others; and no strip stands above another one.
        strip={isPending ? 'reserved' : isNarrow && open.id === 'settings' ? 'none' : 'shown'}
        tabs={shown.map((tab) => ({ id: tab.id, label: tab.label(), panel: <TabPage tab={tab} /> }))}
      />
      {/* Its address was opened without the permission: the page says so itself. */}
      {!shown.includes(open) && (
        <div className="pt-5">
          <TabPage tab={open} />
        </div>
      )}
    </div>
  )
}

function Moved({ to, isUnknown }: { to: string; isUnknown: boolean }) {
  useEffect(() => {
    if (isUnknown) toastError(m.shell.tabs.unknown)
  }, [isUnknown])
  return <Navigate to={to} replace />
}

function TabPage({ tab: { Page, isDense } }: { tab: DashboardTab }) {
  return (
    <Suspense fallback={<PageSpinner label={m.common.loading} />}>
      <div className={isDense ? '-mt-3 flex flex-col gap-2' : 'flex flex-col gap-4 md:gap-5'}>
        <Page />
      </div>
    </Suspense>
  )
}
