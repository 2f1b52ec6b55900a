import { LogOut } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { NavAction } from '#web/ui/layout/nav-item.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { useSignOut } from '../account/use-sign-out.ts'
import { StorageMeter } from '../storage/storage-meter.tsx'
import type { SidebarProps } from './app-shell.tsx'
import { navGroups } from './nav-entries.ts'
import { SidebarGroups } from './sidebar-groups.tsx'

export function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const signOut = useSignOut()
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
