import { lazy, type ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { FilesPage } from '../drive/files-page.tsx'

export type DashboardTab = { id: string; label: string; Page: ComponentType; permission?: Permission }

/** The strip on /dashboard, in its order. One line adds a tab; `id` is its `?tab=`. The first one is shown without. */
export const DASHBOARD_TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { id: 'files', label: m.shell.tabs.files, Page: FilesPage },
  {
    id: 'documents',
    label: m.shell.tabs.documents,
    Page: page(async () => (await import('../drive/documents/documents-page.tsx')).DocumentsPage),
  },
  {
    id: 'shared',
    label: m.sharing.page.title,
    Page: page(async () => (await import('../sharing/overview/shared-page.tsx')).SharedPage),
  },
  {
    id: 'activity',
    label: m.shell.activity,
    Page: page(async () => (await import('../activity/activity-page.tsx')).ActivityPage),
  },
  {
    id: 'audit-logs',
    label: m.shell.tabs.auditLogs,
    Page: page(async () => (await import('../audit/audit-page.tsx')).AuditPage),
    permission: 'view_audit_logs',
  },
  {
    id: 'settings',
    label: m.settings.title,
    Page: page(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
]

/** The tab that the address asks for, or the first. */
export function openTab(parameters: URLSearchParams): DashboardTab {
  return DASHBOARD_TABS.find(({ id }) => id === parameters.get('tab')) ?? DASHBOARD_TABS[0]
}

function page(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }))
}
