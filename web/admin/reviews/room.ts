import { ClipboardCheck, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { reviews } from '#web/messages/reviews/reviews.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const reviewsRoom: AdminRoom = [
  {
    path: '/admin/reviews',
    group: 'core',
    label: () => reviews.title,
    Icon: ClipboardCheck,
    Page: lazyPart(async () => (await import('./reviews-page.tsx')).ReviewsPage),
    actions: [{ id: 'newReview', label: () => admin.actions.newReview, Icon: Plus }],
  },
]
