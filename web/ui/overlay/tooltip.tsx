import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** The name of an icon, for eyes; the control itself carries the name for everything else. */
export function Tooltip({
  label,
  side = 'bottom',
  children,
}: {
  label: string
  side?: 'bottom' | 'right'
  children: ReactElement
}) {
  return (
    // It only repeats the name of its control, and must not lie in the way of the control below.
    <Base.Root disableHoverablePopup>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-30">
          <Base.Popup className="rounded-md bg-ink px-2 py-1 text-xs text-paper transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Once around the app: moving between icons shows the next name at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>
}
