import { PanelLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { SearchButton } from '#web/ui/form/search-button.tsx'
import { TopBar } from '#web/ui/layout/app-frame.tsx'
import { ThemeToggle } from '#web/ui/layout/theme-toggle.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { HeaderProps } from './frame.tsx'
import { openPalette } from './open-palette.ts'

type Props = HeaderProps & {
  /** Label of the button that opens the palette. */
  goTo: string
  /** Where one is. */
  children: ReactNode
}

/** The header of a panel: where one is, and the way to every page and action. `/` goes to the search of the page. */
export function PanelHeader({ isSidebarOpen, isNarrow, onToggleSidebar, goTo, children }: Props) {
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
      {children}
      <div className="ml-auto flex items-center gap-2">
        {isNarrow ? (
          <IconButton label={goTo} onClick={openPalette}>
            <Search size={18} aria-hidden="true" />
          </IconButton>
        ) : (
          <SearchButton label={goTo} keys="Ctrl K" onPress={openPalette} className="w-56 lg:w-80" />
        )}
        <ThemeToggle />
        <AccountMenu />
      </div>
    </TopBar>
  )
}
