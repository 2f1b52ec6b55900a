import { Handshake, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const salesRoom: AdminRoom = [
  {
    path: '/admin/growth/sales',
    group: 'growth',
    label: () => admin.pages.sales,
    Icon: Handshake,
    Page: lazyPart(async () => (await import('./sales-page.tsx')).SalesPage),
    actions: [{ id: 'newDeal', label: () => admin.actions.newDeal, Icon: Plus }],
  },
]
