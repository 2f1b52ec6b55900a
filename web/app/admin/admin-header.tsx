import { useQuery } from '@tanstack/react-query'
import { PanelLeft, Search } from 'lucide-react'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SearchButton } from '#web/ui/form/search-button.tsx'
import { TopBar } from '#web/ui/layout/app-frame.tsx'
import { ThemeToggle } from '#web/ui/layout/theme-toggle.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'
import type { HeaderProps } from '../shell/app-shell.tsx'
import { openPalette } from '../shell/commands/open-palette.ts'
import { useVault } from '../vault-context.ts'
import { overviewQuery } from './admin.queries.ts'

/** Whose panel it is, their plan, and the way to every page and action. */
export function AdminHeader({ isSidebarOpen, isNarrow, onToggleSidebar }: HeaderProps) {
  const { data } = useQuery(overviewQuery(useVault().team))
  usePageKeys((event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const field = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  return (
    <TopBar>
      <IconButton
        label={m.shell.toggleSidebar}
        aria-expanded={isSidebarOpen}
        onClick={onToggleSidebar}
        className="-ml-2"
      >
        <PanelLeft size={18} aria-hidden="true" />
      </IconButton>
      {data && (
        <p className="flex min-w-0 items-center gap-2.5 text-sm font-semibold">
          <span className="truncate">{data.name}</span>
          <Badge>{admin.plan(data.tier)}</Badge>
        </p>
      )}
      <div className="ml-auto flex items-center gap-2">
        {isNarrow ? (
          <IconButton label={admin.goTo} onClick={openPalette}>
            <Search size={18} aria-hidden="true" />
          </IconButton>
        ) : (
          <SearchButton label={admin.goTo} keys="Ctrl K" onPress={openPalette} className="w-56 lg:w-80" />
        )}
        <ThemeToggle />
        <AccountMenu />
      </div>
    </TopBar>
  )
}
