import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { common } from '#web/messages/common.ts'

export const backdropStyle =
  'fixed inset-0 z-20 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'

export const popupStyle =
  'fixed top-1/2 left-1/2 z-20 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-lift outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'

export const closeStyle =
  'absolute top-3 right-3 grid size-8 cursor-pointer place-items-center rounded-md text-ink-3 transition-colors duration-120 hover:bg-sunken hover:text-ink pointer-coarse:size-11'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** False while it shows what is shown only once: then only a button of its own closes it. */
  isDismissible?: boolean
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  children: ReactNode
}

/** A dialog over the page; it loads what it needs itself and gives the focus back when it closes. */
export function Dialog({ isOpen, onClose, title, isDismissible = true, initialFocus, finalFocus, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && isDismissible && onClose()}>
      <Base.Portal>
        {/* Over a dialog that opened this one, too. */}
        <Base.Backdrop forceRender className={backdropStyle} />
        <Base.Popup
          className={popupStyle}
          {...(initialFocus ? { initialFocus } : {})}
          {...(finalFocus ? { finalFocus } : {})}
        >
          <Base.Title className="mb-4 pr-8 text-lg font-semibold text-balance wrap-anywhere">{title}</Base.Title>
          {children}
          {isDismissible && (
            <Base.Close aria-label={common.close} className={closeStyle}>
              <X size={16} aria-hidden="true" />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
