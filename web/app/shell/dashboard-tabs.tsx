import { lazy, type ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { FilesPage } from '../drive/files-page.tsx'

/** `to` is the one address of the page, which its entry in the sidebar has as well. */
export type DashboardTab = {
  id: string
  label: string
  to: string
  Page: ComponentType
  permission?: Permission
  isDense?: true
}

const HOME = '/dashboard'

/** The strip of the dashboard, in its order. One line adds a tab; one without a page of its own is `/dashboard?tab=<id>`. */
export const DASHBOARD_TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { id: 'files', label: m.shell.tabs.files, to: HOME, Page: FilesPage, isDense: true },
  {
    id: 'documents',
    label: m.shell.tabs.documents,
    to: `${HOME}?tab=documents`,
    Page: page(async () => (await import('../drive/documents/documents-page.tsx')).DocumentsPage),
  },
  {
    id: 'shared',
    label: m.sharing.page.title,
    to: `${HOME}/shared`,
    Page: page(async () => (await import('../sharing/overview/shared-page.tsx')).SharedPage),
  },
  {
    id: 'activity',
    label: m.shell.activity,
    to: `${HOME}/activity`,
    Page: page(async () => (await import('../activity/activity-page.tsx')).ActivityPage),
  },
  {
    id: 'audit-logs',
    label: m.shell.tabs.auditLogs,
    to: `${HOME}?tab=audit-logs`,
    Page: page(async () => (await import('../audit/audit-page.tsx')).AuditPage),
    permission: 'view_audit_logs',
  },
  {
    id: 'settings',
    label: m.settings.title,
    to: `${HOME}/settings`,
    Page: page(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
]

/** The tab of an address; undefined for a page without one. */
export function openTab(pathname: string, parameters: URLSearchParams): DashboardTab | undefined {
  if (pathname !== HOME) return DASHBOARD_TABS.find(({ to }) => to === pathname)
  return DASHBOARD_TABS.find(({ id }) => id === parameters.get('tab')) ?? DASHBOARD_TABS[0]
}

/** Where an address leads that names a page of its own by `?tab=`, as it once had, or no tab at all; null for all others. */
export function movedTab(pathname: string, parameters: URLSearchParams): { to: string; isUnknown: boolean } | null {
  const asked = parameters.get('tab')
  if (pathname !== HOME || asked === null) return null
  const tab = DASHBOARD_TABS.find(({ id }) => id === asked)
  if (tab?.to.includes('?')) return null
  const rest = new URLSearchParams(parameters)
  rest.delete('tab')
  return { to: [tab?.to ?? HOME, rest.toString()].filter(Boolean).join('?'), isUnknown: !tab }
}

function page(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }))
}
