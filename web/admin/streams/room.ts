import { Plug, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const streamsRoom: AdminRoom = [
  {
    path: '/admin/integrations',
    group: 'operations',
    label: () => admin.pages.integrations,
    Icon: Plug,
    Page: lazyPart(async () => (await import('./integrations-page.tsx')).IntegrationsPage),
    actions: [{ id: 'newStream', label: () => admin.actions.newStream, Icon: Plus }],
  },
]
