import {
  Activity,
  ActivitySquare,
  Bell,
  Boxes,
  CircleHelp,
  Cpu,
  FileBadge,
  Files,
  Radio,
  ScrollText,
  Settings,
  Share2,
  ShieldAlert,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { Permission } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { TAB_ADDRESSES } from './tab-addresses.ts'

export type NavEntry = {
  to: string
  label: string
  Icon: LucideIcon
  /** Only for people with this permission. */
  permission?: Permission
  /** Only in the organisation that runs this server. */
  isOfOperator?: true
  /** Carries the number of unread notifications. */
  countsUnread?: boolean
}

/** Pages of the sidebar, the breadcrumb and the command palette. A page gets its entry in the change that makes it work. */
export const navGroups = (): readonly { title: string; entries: readonly NavEntry[] }[] => [
  {
    title: m.shell.dashboard,
    entries: [
      { to: TAB_ADDRESSES.files, label: m.shell.myFiles, Icon: Files },
      { to: TAB_ADDRESSES.shared, label: m.sharing.page.title, Icon: Share2 },
      { to: '/dashboard/spaces', label: m.spaces.title, Icon: Boxes },
      { to: '/dashboard/devices', label: m.shell.devices, Icon: Cpu },
      { to: TAB_ADDRESSES.activity, label: m.shell.activity, Icon: Activity },
      { to: '/dashboard/security', label: m.shell.security, Icon: ShieldCheck },
    ],
  },
  {
    title: m.shell.account,
    entries: [
      { to: TAB_ADDRESSES.settings, label: m.settings.title, Icon: Settings },
      { to: '/dashboard/notifications', label: m.shell.notifications, Icon: Bell, countsUnread: true },
      { to: '/dashboard/help', label: m.shell.help, Icon: CircleHelp },
    ],
  },
  {
    title: m.shell.organisation,
    entries: [
      { to: '/dashboard/team', label: m.team.title, Icon: Users },
      {
        to: TAB_ADDRESSES['audit-logs'],
        label: m.shell.tabs.auditLogs,
        Icon: ScrollText,
        permission: 'view_audit_logs',
      },
      { to: '/dashboard/threats', label: m.shell.threats, Icon: ShieldAlert, permission: 'manage_security' },
      { to: '/dashboard/streams', label: m.shell.eventStreams, Icon: Radio, permission: 'manage_security' },
      {
        to: '/dashboard/status',
        label: m.statusAdmin.title,
        Icon: ActivitySquare,
        permission: 'manage_security',
        isOfOperator: true,
      },
      {
        to: '/dashboard/compliance',
        label: m.compliance.title,
        Icon: FileBadge,
        permission: 'manage_compliance',
        isOfOperator: true,
      },
    ],
  },
]

type Rights = { can: (permission: Permission) => boolean; isOperator: boolean }

/** Whether a page is offered to somebody. */
export function isOffered({ permission, isOfOperator }: NavEntry, { can, isOperator }: Rights): boolean {
  return (!permission || can(permission)) && (!isOfOperator || isOperator)
}

/** The page at `pathname`; undefined for one that is not in the sidebar. */
export function navEntryAt(pathname: string): NavEntry | undefined {
  return navGroups()
    .flatMap(({ entries }) => entries)
    .find(({ to }) => to === pathname)
}

/** The entry that an address belongs to: its own, otherwise the one of the page above it. */
export function activeEntry(pathname: string, parameters: URLSearchParams): NavEntry | undefined {
  const entries = navGroups().flatMap((group) => group.entries)
  const tab = parameters.get('tab')
  const exact = entries.find(({ to }) => to === (tab === null ? pathname : `${pathname}?tab=${tab}`))
  if (exact) return exact
  const above = entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return above.toSorted((a, b) => b.to.length - a.to.length)[0]
}
