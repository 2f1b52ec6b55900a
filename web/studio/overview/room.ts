import { LayoutGrid } from 'lucide-react'
import { studio } from '#web/messages/studio/studio.ts'
import { OverviewPage } from './overview-page.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const overviewRoom: StudioRoom = {
  tab: 'overview',
  label: () => studio.overview.title,
  description: () => studio.overview.lead,
  Icon: LayoutGrid,
  // The first that is shown: it comes with the frame.
  Page: OverviewPage,
}
