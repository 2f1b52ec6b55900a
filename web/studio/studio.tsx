import '#web/messages/panel-errors.ts'
import { Suspense, use } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { studio } from '#web/messages/studio/studio.ts'
import { PanelFrame } from '#web/parts/frame/frame.tsx'
import { EnglishArea, useEnglishLang } from '#web/parts/language/english-area.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { PoweredByModels } from './powered-by.tsx'
import { studioRooms } from './rooms.ts'
import { StudioHeader } from './studio-header.tsx'
import { type StudioRoom, StudioRooms, studioPath, useOpenRoom } from './studio-room.ts'

/** Every page of the AI studio, for everybody who is signed in. */
export function Studio({ rooms = studioRooms }: { rooms?: readonly StudioRoom[] }) {
  const entries = rooms.map(({ tab, label, Icon, permission }) => {
    const name = tab === 'overview' ? studio.title : studio.roomTitle(label())
    return { to: studioPath(tab), label: name, Icon, ...(permission && { permission }) }
  })
  return (
    <StudioRooms value={rooms}>
      <PanelFrame Header={StudioHeader} groups={[{ title: studio.title, entries }]}>
        <Pages />
        <PoweredByModels />
      </PanelFrame>
    </StudioRooms>
  )
}

/** The tab of the address, and those beside it. */
function Pages() {
  const rooms = use(StudioRooms)
  const navigate = useNavigate()
  const lang = useEnglishLang()
  const open = useOpenRoom()
  if (!open) return <Navigate to={studioPath('overview')} replace />
  const goTo = (id: string) => {
    const room = rooms.find(({ tab }) => tab === id)
    if (room) void navigate(studioPath(room.tab))
  }
  return (
    <>
      <title>{m.common.pageTitle(open.tab === 'overview' ? studio.title : studio.roomTitle(open.label()))}</title>
      <Tabs
        label={studio.tabs}
        lang={lang}
        value={open.tab}
        onChange={goTo}
        tabs={rooms.map((room) => ({ id: room.tab, label: room.label(), panel: <RoomPage room={room} /> }))}
      />
    </>
  )
}

/** The page of a room, for the people whom it is for. Who may see it is said in the language of the page. */
function RoomPage({ room: { permission, Page } }: { room: StudioRoom }) {
  const page = (
    <Suspense fallback={<PageSpinner label={m.common.loading} />}>
      <EnglishArea>
        <Page />
      </EnglishArea>
    </Suspense>
  )
  return permission ? <RoleGuard permission={permission}>{page}</RoleGuard> : page
}
