import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { AdminPath } from '#contract/admin-pages.ts'

/** Groups of the sidebar, in their order. */
export const ADMIN_GROUPS = ['core', 'growth', 'operations'] as const

/** A page of the panel. Who may use it is in `ADMIN_PAGES`, where the server's checks read it as well. */
export type AdminPage = {
  path: AdminPath
  group: (typeof ADMIN_GROUPS)[number]
  /** A function: the language may change after the words were loaded. */
  label: () => string
  Icon: LucideIcon
  /** Loaded when it is first shown (`lazyPart`), and only for the people whom it is for. */
  Page: ComponentType
}

/** What a room says of itself, in `web/admin/<room>/room.ts`: its pages, mostly one. */
export type AdminRoom = readonly AdminPage[]
