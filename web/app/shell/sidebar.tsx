import { LogOut } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { NavAction } from '#web/ui/layout/nav-item.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { StorageMeter } from '../storage/storage-meter.tsx'
import type { SidebarProps } from '#web/parts/frame/frame.tsx'
import { useUnreadCount } from '../notifications/notices.queries.ts'
import { navGroups } from './nav-entries.ts'
import { SidebarGroups } from '#web/parts/frame/sidebar-groups.tsx'

export function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const signOut = useSignOut()
  const unread = useUnreadCount()
  return (
    <>
      <div
        className={isCollapsed ? 'flex h-14 shrink-0 items-center px-[11px]' : 'flex h-14 shrink-0 items-center px-4'}
      >
        <Wordmark isMarkOnly={isCollapsed} />
      </div>
      <SidebarGroups
        label={m.shell.mainNavigation}
        groups={navGroups()}
        unread={unread}
        isCollapsed={isCollapsed}
        onNavigate={onNavigate}
      />
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
