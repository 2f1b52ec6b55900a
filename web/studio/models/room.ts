import { Cpu } from 'lucide-react'
import { models } from '#web/messages/studio/models.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const modelsRoom: StudioRoom = {
  tab: 'models',
  label: () => models.label,
  description: () => models.description,
  Icon: Cpu,
  permission: 'manage_growth',
  Page: lazyPart(async () => (await import('./models-page.tsx')).ModelsPage),
}
