import { ShieldAlert } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const threatsRoom: AdminRoom = [
  {
    path: '/admin/security',
    group: 'core',
    label: () => admin.pages.security,
    Icon: ShieldAlert,
    Page: lazyPart(async () => (await import('./manage/threats-page.tsx')).ThreatsPage),
  },
]
