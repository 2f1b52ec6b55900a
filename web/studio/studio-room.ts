import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, use } from 'react'
import { useLocation } from 'react-router'
import type { Permission } from '#contract/permissions.ts'

/** The tabs of the studio, in their order. A tab is there once its room is. */
export const STUDIO_TABS = [
  'overview',
  'seo',
  'content',
  'social',
  'sales',
  'workflows',
  'video',
  'analytics',
  'models',
] as const
export type StudioTab = (typeof STUDIO_TABS)[number]

/** What a room says of itself, in `web/studio/<room>/room.ts`. Words are functions: the language may change after they were loaded. */
export type StudioRoom = {
  tab: StudioTab
  label: () => string
  /** What the card on the overview says of it. */
  description: () => string
  Icon: LucideIcon
  /** Beside its name on the overview, such as "Beta". */
  badge?: () => string
  /** Without it, for everybody who is signed in. Others read in the tab who may see it, and none of the page is fetched. */
  permission?: Permission
  /** Its page, loaded when it is first shown (`lazyPart`). */
  Page: ComponentType
}

/** Address of a tab. Below it, a room has addresses of its own. */
export const studioPath = (tab: StudioTab): string => (tab === 'overview' ? '/ai-studio' : `/ai-studio/${tab}`)

/** The rooms that there are. */
export const StudioRooms = createContext<readonly StudioRoom[]>([])

/** The room of the address; undefined for an address that has none. */
export function useOpenRoom(): StudioRoom | undefined {
  const { pathname } = useLocation()
  return use(StudioRooms).find(({ tab }) => {
    const own = studioPath(tab)
    return pathname === own || pathname === `${own}/` || (tab !== 'overview' && pathname.startsWith(`${own}/`))
  })
}
