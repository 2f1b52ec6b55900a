import { FileBadge, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const complianceRoom: AdminRoom = [
  {
    path: '/admin/compliance',
    group: 'operations',
    label: () => admin.pages.compliance,
    Icon: FileBadge,
    Page: lazyPart(async () => (await import('./compliance-page.tsx')).CompliancePage),
    actions: [{ id: 'newRecord', label: () => admin.actions.newRecord, Icon: Plus }],
  },
]
