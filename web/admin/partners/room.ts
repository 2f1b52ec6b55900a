import { HeartHandshake, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const partnersRoom: AdminRoom = [
  {
    path: '/admin/growth/partners',
    group: 'growth',
    label: () => admin.pages.partners,
    Icon: HeartHandshake,
    Page: lazyPart(async () => (await import('./partners-page.tsx')).PartnersPage),
    actions: [{ id: 'newPartner', label: () => admin.actions.newPartner, Icon: Plus }],
  },
]
