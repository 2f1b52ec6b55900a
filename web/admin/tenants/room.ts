import { Building2, Plus, TestTubes } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const tenantsRoom: AdminRoom = [
  {
    path: '/admin/tenants',
    group: 'operations',
    label: () => admin.pages.tenants,
    Icon: Building2,
    Page: lazyPart(async () => (await import('./tenants-page.tsx')).TenantsPage),
    actions: [
      { id: 'newTenant', label: () => admin.actions.newTenant, Icon: Plus },
      { id: 'makeDemo', label: () => admin.actions.makeDemo, Icon: TestTubes },
    ],
  },
]
