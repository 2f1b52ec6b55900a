import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { common } from '#web/messages/common.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Under the title. */
  note: ReactNode
  /** Buttons beside the one that closes. */
  actions: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  finalFocus: ComponentProps<typeof Base.Popup>['finalFocus']
  children: ReactNode
}

/** A dialog over the whole page, for one thing to look at. */
export function FullDialog({ isOpen, onClose, title, note, actions, onKeyDown, finalFocus, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-20 flex flex-col bg-paper outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <div className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line bg-surface py-2 pr-3 pl-4">
            <div className="min-w-0 flex-1">
              <Base.Title className="truncate text-sm font-semibold" title={title}>
                {title}
              </Base.Title>
              <p className="truncate text-xs text-ink-2 tabular-nums">{note}</p>
            </div>
            {actions}
            <Base.Close
              aria-label={common.close}
              className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <X size={18} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
