import { ChartColumn } from 'lucide-react'
import { analytics } from '#web/messages/studio/analytics.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { StudioRoom } from '../studio-room.ts'

export const analyticsRoom: StudioRoom = {
  tab: 'analytics',
  label: () => analytics.label,
  description: () => analytics.description,
  Icon: ChartColumn,
  permission: 'manage_growth',
  Page: lazyPart(async () => (await import('./analytics-page.tsx')).AnalyticsPage),
}
