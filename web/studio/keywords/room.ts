import { SearchCheck } from 'lucide-react'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const keywordsRoom: StudioRoom = {
  tab: 'seo',
  label: () => text.tab,
  description: () => text.card,
  Icon: SearchCheck,
  badge: () => text.badge,
  permission: 'manage_growth',
  Page: lazyPart(async () => (await import('./keywords-page.tsx')).KeywordsPage),
}
