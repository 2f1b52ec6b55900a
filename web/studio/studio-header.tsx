import { m } from '#web/messages/app.ts'
import { studio } from '#web/messages/studio/studio.ts'
import type { HeaderProps } from '#web/parts/frame/frame.tsx'
import { PanelHeader } from '#web/parts/frame/panel-header.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { studioPath, useOpenRoom } from './studio-room.ts'

/** The way from the dashboard to the open tab. */
export function StudioHeader(props: HeaderProps) {
  const room = useOpenRoom()
  const home = { label: m.shell.dashboard, to: '/dashboard' }
  const isInside = room !== undefined && room.tab !== 'overview'
  const crumbs = isInside
    ? [home, { label: studio.title, to: studioPath('overview') }, { label: room.label() }]
    : [home, { label: studio.title }]
  return (
    <PanelHeader {...props} goTo={studio.goTo}>
      <Breadcrumbs label={m.shell.breadcrumb} crumbs={crumbs} moreLabel={m.items.more} upLabel={m.items.up} />
    </PanelHeader>
  )
}
