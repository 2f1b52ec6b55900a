import { CalendarClock } from 'lucide-react'
import { social } from '#web/messages/studio/social.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const socialRoom: StudioRoom = {
  tab: 'social',
  label: () => social.label,
  description: () => social.description,
  Icon: CalendarClock,
  permission: 'manage_growth',
  Page: lazyPart(async () => (await import('./social-page.tsx')).SocialPage),
}
