import { Play, SearchCheck } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const seoRoom: AdminRoom = [
  {
    path: '/admin/growth/seo',
    group: 'growth',
    label: () => admin.pages.seo,
    Icon: SearchCheck,
    Page: lazyPart(async () => (await import('./seo-page.tsx')).SeoPage),
    actions: [{ id: 'startCrawl', label: () => admin.actions.startCrawl, Icon: Play }],
  },
]
