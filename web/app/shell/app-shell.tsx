import { ServerOff, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { connectivity } from '#web/lib/remote/connectivity.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Main, SideBar } from '#web/ui/layout/app-frame.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { PersonStrips } from './person-strips.tsx'
import { PageCommands } from './commands/page-commands.tsx'
import { AppBuildNews } from './app-build-news.tsx'
import { ConflictProvider } from '../drive/upload/conflicts.tsx'
import { HeldProvider } from '../drive/copy/held-items.tsx'
import { UndoProvider } from '../drive/actions/undo.tsx'
import type { FrameProps } from '#web/parts/frame/frame.tsx'
import { SearchProvider } from '#web/parts/list/search-context.tsx'
import { SpaceScope } from '../spaces/space-scope.tsx'
import { useIdleLock } from '../settings/use-idle-lock.ts'
import { isSidebarOpen, rememberSidebar } from './sidebar-cookie.ts'
import { ConfirmPersonDialog } from '../security/protection/confirm-person-dialog.tsx'
import { TransferPanel } from '../transfer/transfer-panel.tsx'
import { useBackCloses } from '../use-back-closes.ts'
import { useTransferGuard } from '../transfer/use-transfer-guard.ts'
import { useUploadNews } from '../transfer/use-upload-news.ts'
import { useInviterPin } from '../organisation/use-inviter-pin.ts'
import { useArrivals } from './use-arrivals.ts'
import { useLiveLists } from './use-live-lists.ts'

/** What is around every signed-in page, of the dashboard, the admin panel and the AI studio: sidebar or drawer, header, transfers. */
export function AppShell(parts: FrameProps) {
  return (
    <SpaceScope>
      <Frame {...parts} />
    </SpaceScope>
  )
}

function Frame({ Sidebar, Header, groups, peopleAt, children }: FrameProps) {
  const isNarrow = useMedia(NARROW)
  const reached = useStore(connectivity)
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(() => isSidebarOpen(document.cookie))
  const { isDrawerOpen, setDrawerOpen, leaveDrawer } = useDrawer(isNarrow)
  useUploadNews()
  useTransferGuard()
  useIdleLock()
  useInviterPin()
  useArrivals()
  useLiveLists()

  const toggle = () => {
    if (isNarrow) return setDrawerOpen(!isDrawerOpen)
    document.cookie = rememberSidebar(!isOpen)
    setOpen(!isOpen)
  }
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b' || isTyping(event)) return
    event.preventDefault()
    toggle()
  })

  return (
    <SearchProvider>
      <UndoProvider>
        <ConflictProvider>
          <HeldProvider>
            <div className="flex min-h-dvh">
              {isNarrow ? (
                <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} title={m.shell.menu}>
                  <Sidebar isCollapsed={false} onNavigate={leaveDrawer} />
                </Drawer>
              ) : (
                <SideBar isCollapsed={!isOpen}>
                  <Sidebar isCollapsed={!isOpen} />
                </SideBar>
              )}
              <div className="flex min-w-0 flex-1 flex-col">
                <Header isSidebarOpen={isNarrow ? isDrawerOpen : isOpen} onToggleSidebar={toggle} isNarrow={isNarrow} />
                {reached === 'offline' && <Strip Icon={WifiOff}>{m.shell.offline}</Strip>}
                <PersonStrips />
                <AppBuildNews />
                {reached === 'server-away' && <Strip Icon={ServerOff}>{m.shell.serverAway}</Strip>}
                <Main className="flex flex-1 flex-col gap-4 p-4 md:gap-5 md:p-6">{children}</Main>
                <TransferPanel />
                <PageCommands groups={groups} peopleAt={peopleAt} />
                {/* The question ends with the page that asked. */}
                <ConfirmPersonDialog key={pathname} />
              </div>
            </div>
          </HeldProvider>
        </ConflictProvider>
      </UndoProvider>
    </SearchProvider>
  )
}

/** The navigation of small screens; Back closes it. */
function useDrawer(isNarrow: boolean) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const close = () => setDrawerOpen(false)
  const { forget } = useBackCloses({ name: 'menu', isOpen: isDrawerOpen && isNarrow, onClose: close })
  const leaveDrawer = () => {
    forget()
    close()
  }
  return { isDrawerOpen, setDrawerOpen, leaveDrawer }
}
