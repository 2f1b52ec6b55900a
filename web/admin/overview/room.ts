import { LayoutGrid } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import type { AdminRoom } from '../admin-room.ts'
import { OverviewPage } from './overview-page.tsx'

export const overviewRoom: AdminRoom = [
  {
    path: '/admin/overview',
    group: 'core',
    label: () => admin.pages.overview,
    Icon: LayoutGrid,
    Page: OverviewPage,
  },
]
