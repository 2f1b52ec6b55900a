import { PenLine } from 'lucide-react'
import { content } from '#web/messages/studio/content.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const contentRoom: StudioRoom = {
  tab: 'content',
  label: () => content.label,
  description: () => content.description,
  Icon: PenLine,
  permission: 'manage_growth',
  Page: lazyPart(async () => (await import('./content-page.tsx')).ContentPage),
}
