import { LogOut } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { NavGroup } from '#web/ui/layout/app-frame.tsx'
import { NavAction, NavItem } from '#web/ui/layout/nav-item.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { useSignOut } from '../account/use-sign-out.ts'
import { navGroups, activeEntry, isOffered, type NavEntry } from './nav-entries.ts'
import { StorageMeter } from '../storage/storage-meter.tsx'
import { useUnreadCount } from '../notifications/notices.queries.ts'
import { usePermissions } from '../organisation/roles/use-permissions.ts'

type Props = { isCollapsed: boolean; onNavigate?: (() => void) | undefined }

export function Sidebar({ isCollapsed, onNavigate }: Props) {
  const signOut = useSignOut()
  const rights = usePermissions()
  return (
    <>
      <div
        className={isCollapsed ? 'flex h-14 shrink-0 items-center px-[11px]' : 'flex h-14 shrink-0 items-center px-4'}
      >
        <Wordmark isMarkOnly={isCollapsed} />
      </div>
      <nav aria-label={m.shell.mainNavigation} className={isCollapsed ? 'flex-1 px-1 pt-2' : 'flex-1 px-3 pt-2'}>
        {navGroups().map(({ title, entries }) => (
          <NavGroup key={title} title={title} isCollapsed={isCollapsed}>
            {entries
              .filter((entry) => isOffered(entry, rights))
              .map((entry) => (
                <li key={entry.to}>
                  <SidebarLink entry={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
                </li>
              ))}
          </NavGroup>
        ))}
      </nav>
      <div className={isCollapsed ? 'px-1 pb-3' : 'px-3 pb-3'}>
        {!isCollapsed && (
          <div className="px-2.5 pb-2">
            <StorageMeter linksToPlan />
          </div>
        )}
        <NavAction label={m.shell.logout} Icon={LogOut} isCollapsed={isCollapsed} onPress={() => void signOut()} />
      </div>
    </>
  )
}

function SidebarLink({ entry, ...rest }: Props & { entry: NavEntry }) {
  const unread = useUnreadCount()
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const { to, label, Icon, countsUnread } = entry
  const count = countsUnread && unread ? unread : undefined
  return (
    <NavItem
      to={to}
      label={label}
      Icon={Icon}
      isActive={activeEntry(pathname, parameters)?.to === entry.to}
      badge={count ? { text: m.shell.unreadShort(count), label: m.shell.unread(count) } : undefined}
      {...rest}
    />
  )
}
