import { Wrench } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const operationsRoom: AdminRoom = [
  {
    path: '/admin/operations',
    group: 'operations',
    label: () => admin.pages.operations,
    Icon: Wrench,
    Page: lazyPart(async () => (await import('./operations-page.tsx')).OperationsPage),
  },
]
