import { ArrowLeft, PanelLeft, Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { TopBar } from '#web/ui/layout/app-frame.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { ThemeToggle } from '#web/ui/layout/theme-toggle.tsx'
import type { HeaderProps } from '#web/parts/frame/frame.tsx'
import { AccountMenu } from '#web/parts/frame/account-menu.tsx'
import { FileSearch } from './file-search.tsx'
import { openTab } from './dashboard-tabs.tsx'
import { navEntryAt } from './nav-entries.ts'
import { crumbsOf } from './header-crumbs.ts'
import { useFolderTree } from '../drive/use-drive.ts'
import { useSpace } from '../spaces/space-scope.tsx'
import { usePlace } from '../drive/place.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'

export function DashboardHeader({ isSidebarOpen, isNarrow, onToggleSidebar }: HeaderProps) {
  const place = usePlace()
  const tree = useFolderTree()
  const search = useRef<HTMLInputElement>(null)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const { query } = useSearch()
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const tab = openTab(pathname, parameters)
  const space = useSpace()
  const hasFiles = tab?.id === 'files' || space.id !== null
  const isSearched = hasFiles || tab?.id === 'shared'
  // The first tab goes by the name of its page in the sidebar.
  const label = tab && !hasFiles ? tab.label() : navEntryAt(pathname)?.label
  const home = { label: m.shell.dashboard, to: '/dashboard' }
  const crumbs = hasFiles ? crumbsOf(place, tree, space) : label === undefined ? [home] : [home, { label }]
  usePageKeys((event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    if (isNarrow && isSearched && !isSearchOpen) {
      event.preventDefault()
      setSearchOpen(true)
      return
    }
    const field = search.current ?? document.querySelector<HTMLInputElement>('main input[type=search]')
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  })

  // Also when the word came with the address: a list must not be filtered without saying so.
  const isSearching = isNarrow && isSearched && (isSearchOpen || query !== '')
  const opener = useFocusAfter(isSearching)
  if (isSearching) return <PhoneSearch field={search} onClose={() => setSearchOpen(false)} />
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
      <Breadcrumbs label={m.shell.breadcrumb} crumbs={crumbs} moreLabel={m.items.more} upLabel={m.items.up} />
      <div className="ml-auto flex items-center gap-2">
        {!isNarrow && isSearched && <FileSearch inputRef={search} className="w-56 lg:w-80" />}
        {isNarrow && isSearched && (
          <IconButton ref={opener} label={m.files.search} onClick={() => setSearchOpen(true)}>
            <Search size={18} aria-hidden="true" />
          </IconButton>
        )}
        <ThemeToggle />
        <AccountMenu />
      </div>
    </TopBar>
  )
}

/** The focus goes to what opened something when that is gone. */
function useFocusAfter(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

/** The field takes the whole bar of a phone until it is left, which clears it. */
function PhoneSearch({ field, onClose }: { field: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const { setQuery } = useSearch()
  useEffect(() => field.current?.focus(), [field])
  return (
    <TopBar>
      <IconButton
        label={m.shell.closeSearch}
        onClick={() => {
          setQuery('')
          onClose()
        }}
        className="-ml-2"
      >
        <ArrowLeft size={18} aria-hidden="true" />
      </IconButton>
      <FileSearch inputRef={field} className="min-w-0 flex-1" />
    </TopBar>
  )
}
