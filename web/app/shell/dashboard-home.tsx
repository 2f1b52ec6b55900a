import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { DASHBOARD_TABS, openTab, type DashboardTab } from './dashboard-tabs.tsx'
import { usePermissions } from '../organisation/roles/use-permissions.ts'

/** /dashboard: the four figures and the tabs under them; the open tab is `?tab=`, and its own settings stay beside it. */
export function DashboardHome() {
  const [parameters, setParameters] = useSearchParams()
  const { can } = usePermissions()
  const [first] = DASHBOARD_TABS
  const open = openTab(parameters)
  const shown = DASHBOARD_TABS.filter(({ permission }) => !permission || can(permission))

  const show = (id: string) =>
    setParameters((current) => {
      if (id === first.id) current.delete('tab')
      else current.set('tab', id)
      return current
    })

  return (
    <>
      <DashboardStats />
      <Tabs
        label={m.shell.tabs.label}
        value={open.id}
        onChange={show}
        tabs={shown.map(({ id, label, Page }) => ({ id, label, panel: <TabPage Page={Page} /> }))}
      />
      {/* Its address was opened without the permission: the page says so itself. */}
      {!shown.includes(open) && <TabPage Page={open.Page} />}
    </>
  )
}

function TabPage({ Page }: Pick<DashboardTab, 'Page'>) {
  return (
    <Suspense fallback={<PageSpinner label={m.common.loading} />}>
      <div className="flex flex-col gap-4 md:gap-5">
        <Page />
      </div>
    </Suspense>
  )
}
