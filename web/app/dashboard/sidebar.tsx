import { useQuery } from '@tanstack/react-query'
import { Files, LogOut, Share2 } from 'lucide-react'
import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { NavGroup } from '#web/ui/app-frame.tsx'
import { NavAction, NavItem } from '#web/ui/nav-item.tsx'
import { Span } from '#web/ui/text.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useSignOut } from '../account/use-sign-out.ts'
import { useVault } from '../vault-context.ts'
import { filesQuery } from './files/files.queries.ts'

/** Only what works is listed; a page gets its entry in the same change that makes it work. */
const DASHBOARD = [
  { to: '/dashboard', label: m.shell.myFiles, Icon: Files, isExact: true },
  { to: '/dashboard/shared', label: m.sharing.page.title, Icon: Share2 },
]

type Props = { isCollapsed: boolean; onNavigate?: () => void }

export function Sidebar({ isCollapsed, onNavigate }: Props) {
  const signOut = useSignOut()
  return (
    <>
      <div
        className={isCollapsed ? 'flex h-14 shrink-0 items-center px-[11px]' : 'flex h-14 shrink-0 items-center px-4'}
      >
        <Wordmark isMarkOnly={isCollapsed} />
      </div>
      <nav aria-label={m.shell.mainNavigation} className={isCollapsed ? 'flex-1 px-1 pt-2' : 'flex-1 px-3 pt-2'}>
        <NavGroup title={m.shell.dashboard} isCollapsed={isCollapsed}>
          {DASHBOARD.map((entry) => (
            <li key={entry.to}>
              <NavItem {...entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
            </li>
          ))}
        </NavGroup>
      </nav>
      <div className={isCollapsed ? 'px-1 pb-3' : 'px-3 pb-3'}>
        {!isCollapsed && <StorageUsed />}
        <NavAction label={m.shell.logout} Icon={LogOut} isCollapsed={isCollapsed} onPress={() => void signOut()} />
      </div>
    </>
  )
}

/** Plaintext bytes of all files. There is no quota to compare it with. */
function StorageUsed() {
  const { files } = useVault()
  const { data } = useQuery(filesQuery(files))
  if (!data) return null
  const usedBytes = data.reduce((sum, file) => sum + file.sizeBytes, 0)
  return (
    <p className="flex justify-between gap-2 px-2.5 pb-2 text-sm">
      <Span tone="hint">{m.shell.storage}</Span>
      <span className="tabular-nums">{formatBytes(usedBytes)}</span>
    </p>
  )
}
