import { Outlet } from 'react-router'
import { AppShell } from './app-shell.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { navGroups } from './nav-entries.ts'
import { Sidebar } from './sidebar.tsx'

/** Every page of the dashboard. */
export function Dashboard() {
  return (
    <AppShell Sidebar={Sidebar} Header={DashboardHeader} groups={navGroups()}>
      <Outlet />
    </AppShell>
  )
}
