import { ActivitySquare, CalendarClock, Megaphone } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const statusRoom: AdminRoom = [
  {
    path: '/admin/status',
    group: 'operations',
    label: () => admin.pages.status,
    Icon: ActivitySquare,
    Page: lazyPart(async () => (await import('./status-admin-page.tsx')).StatusAdminPage),
    actions: [
      { id: 'newIncident', label: () => admin.actions.newIncident, Icon: Megaphone },
      { id: 'planMaintenance', label: () => admin.actions.planMaintenance, Icon: CalendarClock },
    ],
  },
]
