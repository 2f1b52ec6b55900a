import { BookText, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const documentationRoom: AdminRoom = [
  {
    path: '/admin/docs',
    group: 'operations',
    label: () => admin.pages.documentation,
    Icon: BookText,
    Page: lazyPart(async () => (await import('./docs-page.tsx')).DocsPage),
    actions: [{ id: 'newGuide', label: () => admin.actions.newGuide, Icon: Plus }],
  },
]
