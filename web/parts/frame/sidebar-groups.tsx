import { useLocation, useSearchParams } from 'react-router'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { m } from '#web/messages/app.ts'
import { NavGroup } from '#web/ui/layout/app-frame.tsx'
import { NavItem } from '#web/ui/layout/nav-item.tsx'
import type { SidebarProps } from './frame.tsx'
import { activeEntry, isOffered, type NavEntry, type NavGroupOf } from './nav.ts'

type Props = SidebarProps & {
  label: string
  groups: readonly NavGroupOf[]
  /** Number of unread notifications, for the entry that carries it. */
  unread?: number | undefined
}

/** Pages that are offered to the person, in their groups; a group without any is left out. */
export function SidebarGroups({ label, groups, unread, isCollapsed, onNavigate }: Props) {
  const rights = usePermissions()
  const isNarrow = useMedia(NARROW)
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const active = activeEntry(groups, pathname, parameters)
  const offered = groups
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter((entry) => isOffered(entry, rights))
        .filter(({ isForDesktops }) => !isForDesktops || !isNarrow),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav aria-label={label} className={isCollapsed ? 'flex-1 px-1 pt-2' : 'flex-1 px-3 pt-2'}>
      {offered.map(({ title, entries }) => (
        <NavGroup key={title} title={title} isCollapsed={isCollapsed}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <SidebarLink
                entry={entry}
                unread={unread}
                isActive={entry.to === active?.to}
                isCollapsed={isCollapsed}
                onNavigate={onNavigate}
              />
            </li>
          ))}
        </NavGroup>
      ))}
    </nav>
  )
}

type LinkProps = SidebarProps & { entry: NavEntry; unread: number | undefined; isActive: boolean }

function SidebarLink({ entry, unread, ...rest }: LinkProps) {
  const { to, label, Icon, countsUnread } = entry
  const count = countsUnread && unread ? unread : undefined
  return (
    <NavItem
      to={to}
      label={label}
      Icon={Icon}
      badge={count ? { text: m.shell.unreadShort(count), label: m.shell.unread(count) } : undefined}
      {...rest}
    />
  )
}
