import { Menu as Base } from '@base-ui/react/menu'
import type { ComponentProps, ReactNode } from 'react'
import { insideMain, menuPopupStyle } from './menu.tsx'

/** Where a context menu opens, in pixels of the window. */
export type MenuPoint = { x: number; y: number }

type Props = {
  label: string
  /** Null keeps the menu closed. */
  at: MenuPoint | null
  onClose: () => void
  /** The menu has faded out and gives the focus back next: what opens something of its own belongs here. */
  onClosed?: () => void
  finalFocus: ComponentProps<typeof Base.Popup>['finalFocus']
  children: ReactNode
}

/**
 * A menu at a point, opened by right click, by Shift+F10 or by a row's own button. Base UI's context menu needs the
 * pointer event itself, so the keyboard could not open it.
 */
export function ContextMenu({ label, at, onClose, onClosed, finalFocus, children }: Props) {
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ x: at?.x ?? 0, y: at?.y ?? 0 }) }

  return (
    <Base.Root
      open={at !== null}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal container={insideMain}>
        <Base.Positioner
          positionMethod="fixed"
          anchor={anchor}
          align="start"
          side="bottom"
          sideOffset={2}
          className="z-20 outline-none"
        >
          <Base.Popup tabIndex={0} aria-label={label} className={menuPopupStyle} finalFocus={finalFocus}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
