import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { FilesPage } from '../drive/files-page.tsx'
import { TAB_ADDRESSES, tabAt, type TabId } from './tab-addresses.ts'

export type DashboardTab = {
  id: TabId
  label: () => string
  Page: ComponentType
  permission?: Permission
  isDense?: true
}

/** The strip of the dashboard, in its order; `tab-addresses.ts` has the address of each page. */
export const DASHBOARD_TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { id: 'files', label: () => m.shell.tabs.files, Page: FilesPage, isDense: true },
  {
    id: 'documents',
    label: () => m.shell.tabs.documents,
    Page: lazyPart(async () => (await import('../drive/documents/documents-page.tsx')).DocumentsPage),
  },
  {
    id: 'shared',
    label: () => m.sharing.page.title,
    Page: lazyPart(async () => (await import('../sharing/overview/shared-page.tsx')).SharedPage),
  },
  {
    id: 'activity',
    label: () => m.shell.activity,
    Page: lazyPart(async () => (await import('../activity/activity-page.tsx')).ActivityPage),
  },
  {
    id: 'audit-logs',
    label: () => m.shell.tabs.auditLogs,
    Page: lazyPart(async () => (await import('../audit/audit-page.tsx')).AuditPage),
    permission: 'view_audit_logs',
  },
  {
    id: 'settings',
    label: () => m.shell.settings,
    Page: lazyPart(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
]

/** The tab of an address; undefined for a page without one. */
export function openTab(pathname: string, parameters: URLSearchParams): DashboardTab | undefined {
  const id = tabAt(pathname, parameters)
  return DASHBOARD_TABS.find((tab) => tab.id === id)
}

export const addressOf = ({ id }: DashboardTab): string => TAB_ADDRESSES[id]
