import { ArrowLeft, LogOut, ShieldCheck } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { NavAction, NavItem } from '#web/ui/layout/nav-item.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import type { SidebarProps } from '#web/parts/frame/frame.tsx'
import { SidebarGroups } from '#web/parts/frame/sidebar-groups.tsx'
import { adminGroups } from './admin-groups.ts'
import { enteredPages } from './entry/entered-pages.ts'
import { useEntry } from './entry/entry-context.ts'

export function AdminSidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const entered = useEntry()
  const signOut = useSignOut()
  return (
    <>
      <p
        className={
          isCollapsed
            ? 'flex h-14 shrink-0 items-center px-[11px]'
            : 'flex h-14 shrink-0 items-center gap-2.5 px-4 text-lg font-bold tracking-tight'
        }
      >
        <ShieldCheck size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-brand" />
        <span className={isCollapsed ? 'sr-only' : undefined}>{admin.title}</span>
      </p>
      <SidebarGroups
        label={admin.navigation}
        groups={adminGroups(entered ? enteredPages : undefined)}
        isCollapsed={isCollapsed}
        onNavigate={onNavigate}
      />
      <div className={isCollapsed ? 'px-1 pb-3' : 'px-3 pb-3'}>
        <NavItem
          to="/dashboard"
          label={admin.toDashboard}
          Icon={ArrowLeft}
          isActive={false}
          isCollapsed={isCollapsed}
          onNavigate={onNavigate}
        />
        <NavAction label={m.shell.logout} Icon={LogOut} isCollapsed={isCollapsed} onPress={() => void signOut()} />
      </div>
    </>
  )
}
