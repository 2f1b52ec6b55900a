import { CalendarClock, Clapperboard, Handshake, type LucideIcon, PenLine, SearchCheck, Workflow } from 'lucide-react'
import type { StudioTab } from '../studio-room.ts'

/** The cards of the overview, in their order. Analytics is a tab alone. */
export const CARDS = [
  { tab: 'seo', Icon: SearchCheck },
  { tab: 'content', Icon: PenLine },
  { tab: 'social', Icon: CalendarClock },
  { tab: 'sales', Icon: Handshake },
  { tab: 'workflows', Icon: Workflow },
  { tab: 'video', Icon: Clapperboard },
] as const satisfies readonly { tab: StudioTab; Icon: LucideIcon }[]
