import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { common } from '#web/messages/common.ts'
import { backdropStyle, closeStyle } from './dialog.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  /** Stays at the lower edge while the rest scrolls. */
  footer?: ReactNode
  children: ReactNode
}

const popup =
  'fixed inset-y-0 right-0 z-20 flex w-[min(32rem,100vw)] flex-col gap-4 overflow-y-auto border-l border-line bg-surface p-6 shadow-lift outline-none transition-transform duration-200 ease-sheet data-ending-style:translate-x-full data-starting-style:translate-x-full'

/** A sheet from the right edge: the details of one row, with the list still beside it on large screens. */
export function Sheet({ isOpen, onClose, title, finalFocus, footer, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup {...(finalFocus ? { finalFocus } : {})} className={clsx(popup, footer && 'scroll-pb-24')}>
          <Base.Title className="pr-8 text-lg font-semibold wrap-anywhere">{title}</Base.Title>
          {children}
          {/* On phones a toast lies over what is above the foot: the end of the list can be moved out from under it. */}
          {footer && <div aria-hidden="true" className="hidden h-32 shrink-0 max-md:[body:has([data-type])_&]:block" />}
          {footer && (
            <div className="sticky -bottom-6 z-10 -mx-6 mt-auto -mb-6 border-t border-line bg-surface px-6 py-4">
              {footer}
            </div>
          )}
          <Base.Close aria-label={common.close} className={closeStyle}>
            <X size={16} aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
