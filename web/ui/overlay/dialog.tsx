import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { common } from '#web/messages/common.ts'

export const backdropStyle =
  'fixed inset-0 z-20 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'

const lookStyle =
  'fixed left-1/2 z-20 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-lift outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
export const popupStyle = `${lookStyle} top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2`
const growingStyle = `${lookStyle} top-[8dvh] max-h-[calc(92dvh-1rem)]`

export const closeStyle =
  'absolute top-3 right-3 grid size-8 cursor-pointer place-items-center rounded-md text-ink-3 transition-colors duration-120 hover:bg-sunken hover:text-ink data-disabled:cursor-default data-disabled:opacity-50 pointer-coarse:size-11'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** False while it shows what is shown only once: then only a button of its own closes it. */
  isDismissible?: boolean
  /** Something is being made that would be there unseen: closing waits until it is. */
  isBusy?: boolean
  /** What it shows grows and shrinks: its upper edge stays, and so does what is pressed. */
  isGrowing?: boolean
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  children: ReactNode
}

/** A dialog over the page; it loads what it needs itself and gives the focus back when it closes. */
export function Dialog({ isOpen, onClose, title, isDismissible = true, isBusy = false, ...props }: Props) {
  const { isGrowing = false, initialFocus, finalFocus, children } = props
  const canClose = isDismissible && !isBusy
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && canClose && onClose()}>
      <Base.Portal>
        {/* Over a dialog that opened this one, too. */}
        <Base.Backdrop forceRender className={backdropStyle} />
        <Base.Popup
          className={isGrowing ? growingStyle : popupStyle}
          data-growing={isGrowing ? '' : undefined}
          {...(initialFocus ? { initialFocus } : {})}
          {...(finalFocus ? { finalFocus } : {})}
        >
          <Base.Title className="mb-4 pr-8 text-lg font-semibold text-balance wrap-anywhere">{title}</Base.Title>
          {children}
          {isDismissible && (
            <Base.Close aria-label={common.close} disabled={isBusy} className={closeStyle}>
              <X size={16} aria-hidden="true" />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
