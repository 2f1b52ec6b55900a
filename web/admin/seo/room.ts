import { SearchCheck } from 'lucide-react'
import { seo } from '#web/messages/seo/seo.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const seoRoom: AdminRoom = [
  {
    path: '/admin/growth/seo',
    group: 'growth',
    label: () => seo.title,
    Icon: SearchCheck,
    Page: lazyPart(async () => (await import('./seo-page.tsx')).SeoPage),
  },
]
