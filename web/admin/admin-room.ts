import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import type { AdminPath } from '#contract/admin-pages.ts'

/** Groups of the sidebar, in their order. */
export const ADMIN_GROUPS = ['core', 'growth', 'operations'] as const

/** Offered by the palette, and done on the page by `useChosenAction`. For people whom the page is for, or those with `permission` among them. */
export type AdminAction = { id: string; label: () => string; Icon: LucideIcon; permission?: Permission }

/** A page of the panel. Who may use it is in `ADMIN_PAGES`, where the server's checks read it as well. */
export type AdminPage = {
  path: AdminPath
  group: (typeof ADMIN_GROUPS)[number]
  /** A function: the language may change after the words were loaded. */
  label: () => string
  Icon: LucideIcon
  /** Loaded when it is first shown (`lazyPart`), and only for the people whom it is for. */
  Page: ComponentType
  actions?: readonly AdminAction[]
}

/** What a room says of itself, in `web/admin/<room>/room.ts`: its pages, mostly one. */
export type AdminRoom = readonly AdminPage[]
