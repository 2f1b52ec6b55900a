import {
  Activity,
  Bell,
  Boxes,
  Building2,
  CircleHelp,
  Cpu,
  Files,
  GraduationCap,
  HeartHandshake,
  ScrollText,
  Settings,
  Share2,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { allows, entersAdmin, type Permission, type Role } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { TAB_ADDRESSES } from './tab-addresses.ts'

export type NavEntry = {
  to: string
  label: string
  Icon: LucideIcon
  /** Only for people with this permission. */
  permission?: Permission
  /** Only for people with this role. */
  role?: Role
  /** Only in the organisation that runs this server. */
  isOfOperator?: true
  /** Only for people who may open the admin panel. */
  opensAdmin?: true
  /** Carries the number of unread notifications. */
  countsUnread?: boolean
}

export type NavGroupOf = { title: string; entries: readonly NavEntry[] }

/** Pages of the sidebar, the breadcrumb and the command palette. A page gets its entry in the change that makes it work. */
export const navGroups = (): readonly NavGroupOf[] => [
  {
    title: m.shell.dashboard,
    entries: [
      { to: TAB_ADDRESSES.files, label: m.shell.myFiles, Icon: Files },
      { to: TAB_ADDRESSES.shared, label: m.sharing.page.title, Icon: Share2 },
      { to: '/dashboard/spaces', label: spaceWords.title, Icon: Boxes },
      { to: '/dashboard/devices', label: m.shell.devices, Icon: Cpu },
      { to: TAB_ADDRESSES.activity, label: m.shell.activity, Icon: Activity },
      { to: '/dashboard/training', label: m.shell.training, Icon: GraduationCap },
      { to: '/dashboard/partner', label: m.shell.partner, Icon: HeartHandshake, role: 'partner' },
      { to: '/dashboard/security', label: m.shell.security, Icon: ShieldCheck },
    ],
  },
  {
    title: m.shell.account,
    entries: [
      { to: TAB_ADDRESSES.settings, label: settingWords.title, Icon: Settings },
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
      { to: '/admin/overview', label: m.shell.adminPanel, Icon: Building2, opensAdmin: true },
    ],
  },
]

type Rights = { roles: readonly Role[]; isOperator: boolean }

/** Whether a page is offered to somebody. */
export function isOffered(
  { permission, role, isOfOperator, opensAdmin }: NavEntry,
  { roles, isOperator }: Rights,
): boolean {
  return (
    (!permission || allows(roles, permission)) &&
    (!role || roles.includes(role)) &&
    (!isOfOperator || isOperator) &&
    (!opensAdmin || entersAdmin(roles))
  )
}

/** The page at `pathname`; undefined for one that is not in the sidebar. */
export function navEntryAt(pathname: string): NavEntry | undefined {
  return navGroups()
    .flatMap(({ entries }) => entries)
    .find(({ to }) => to === pathname)
}

/** The entry of `groups` that an address belongs to: its own, otherwise the one of the page above it. */
export function activeEntry(
  groups: readonly NavGroupOf[],
  pathname: string,
  parameters: URLSearchParams,
): NavEntry | undefined {
  const entries = groups.flatMap((group) => group.entries)
  const tab = parameters.get('tab')
  const exact = entries.find(({ to }) => to === (tab === null ? pathname : `${pathname}?tab=${tab}`))
  if (exact) return exact
  const above = entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return above.toSorted((a, b) => b.to.length - a.to.length)[0]
}
