import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { NavGroupOf } from './nav.ts'

export type SidebarProps = { isCollapsed: boolean; onNavigate?: (() => void) | undefined }
export type HeaderProps = { isSidebarOpen: boolean; isNarrow: boolean; onToggleSidebar: () => void }
export type FrameProps = {
  Sidebar: ComponentType<SidebarProps>
  Header: ComponentType<HeaderProps>
  /** What the palette offers. */
  groups: readonly NavGroupOf[]
  /** Address of the page of people. The palette then looks for people, by asking the server, and for no files. */
  peopleAt?: string | undefined
  children: ReactNode
}

/** A panel may leave out the sidebar: it then has that of the dashboard. */
export type PanelProps = Omit<FrameProps, 'Sidebar'> & Partial<Pick<FrameProps, 'Sidebar'>>

/** Draws the frame of the app, which knows of files, transfers and keys. The app gives it to the panels, which do not know the app. */
export const PanelFrameContext = createContext<((props: PanelProps) => ReactNode) | null>(null)

/** What is around every page of a panel: sidebar or drawer, header, transfers, palette. */
export function PanelFrame(props: PanelProps) {
  const draw = use(PanelFrameContext)
  if (!draw) throw new Error('PanelFrame outside of PanelFrameContext')
  return draw(props)
}
