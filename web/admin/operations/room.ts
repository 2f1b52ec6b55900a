import { Wrench } from 'lucide-react'
import { operations } from '#web/messages/operations.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const operationsRoom: AdminRoom = [
  {
    path: '/admin/operations',
    group: 'operations',
    label: () => operations.title,
    Icon: Wrench,
    Page: lazyPart(async () => (await import('./operations-page.tsx')).OperationsPage),
  },
]
