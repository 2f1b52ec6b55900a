import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { common } from '#web/messages/common.ts'
import { backdropStyle, closeStyle } from './dialog.tsx'

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title: string; children: ReactNode }

/** A sheet from the left edge, 18rem wide: the navigation of small screens. */
export function Drawer({ isOpen, onOpenChange, title, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup className="fixed inset-y-0 left-0 z-20 flex w-[18rem] max-w-[calc(100vw-3rem)] flex-col overflow-y-auto border-r border-line bg-surface outline-none transition-transform duration-200 ease-sheet data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close aria-label={common.close} className={closeStyle}>
            <X size={18} aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
