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
  Sparkles,
  Users,
} from 'lucide-react'
import { m } from '#web/messages/app.ts'
import type { NavEntry, NavGroupOf } from '#web/parts/frame/nav.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { STUDIO_NAME } from '#web/messages/studio/name.ts'
import { TAB_ADDRESSES } from './tab-addresses.ts'

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
      { to: '/ai-studio', label: STUDIO_NAME, Icon: Sparkles, isForDesktops: true },
    ],
  },
  {
    title: m.shell.account,
    entries: [
      { to: TAB_ADDRESSES.settings, label: m.shell.settings, Icon: Settings },
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

/** The page at `pathname`; undefined for one that is not in the sidebar. */
export function navEntryAt(pathname: string): NavEntry | undefined {
  return navGroups()
    .flatMap(({ entries }) => entries)
    .find(({ to }) => to === pathname)
}
