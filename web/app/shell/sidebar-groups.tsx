import { useLocation, useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { NavGroup } from '#web/ui/layout/app-frame.tsx'
import { NavItem } from '#web/ui/layout/nav-item.tsx'
import { useUnreadCount } from '../notifications/notices.queries.ts'
import { usePermissions } from '../organisation/roles/use-permissions.ts'
import type { SidebarProps } from './app-shell.tsx'
import { activeEntry, isOffered, type NavEntry, type NavGroupOf } from './nav-entries.ts'

type Props = SidebarProps & { label: string; groups: readonly NavGroupOf[] }

/** Pages that are offered to the person, in their groups; a group without any is left out. */
export function SidebarGroups({ label, groups, isCollapsed, onNavigate }: Props) {
  const rights = usePermissions()
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const active = activeEntry(groups, pathname, parameters)
  const offered = groups
    .map(({ title, entries }) => ({ title, entries: entries.filter((entry) => isOffered(entry, rights)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav aria-label={label} className={isCollapsed ? 'flex-1 px-1 pt-2' : 'flex-1 px-3 pt-2'}>
      {offered.map(({ title, entries }) => (
        <NavGroup key={title} title={title} isCollapsed={isCollapsed}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <SidebarLink
                entry={entry}
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

function SidebarLink({ entry, ...rest }: SidebarProps & { entry: NavEntry; isActive: boolean }) {
  const unread = useUnreadCount()
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
