import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ComponentProps } from 'react'
import { Button } from '../button/button.tsx'
import { backdropStyle, popupStyle } from './dialog.tsx'

type Props = {
  isOpen: boolean
  title: string
  text: string
  /** Verb and object, never "OK". */
  confirmLabel: string
  cancelLabel: string
  /** What it asks about is not known yet. */
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
}

/** Asks before something that cannot be undone; the harmless answer has the focus. */
export function AlertDialog({
  isOpen,
  title,
  text,
  confirmLabel,
  cancelLabel,
  isPending = false,
  onConfirm,
  onClose,
  finalFocus,
}: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        {/* Over the sheet that it asks about, too. */}
        <Base.Backdrop forceRender className={backdropStyle} />
        <Base.Popup className={popupStyle} {...(finalFocus ? { finalFocus } : {})}>
          <Base.Title className="text-lg font-semibold text-balance wrap-anywhere">{title}</Base.Title>
          <Base.Description className="mt-2 text-sm text-ink-2">{text}</Base.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Base.Close render={<Button variant="outline">{cancelLabel}</Button>} />
            <Button
              variant="danger"
              disabled={isPending}
              focusableWhenDisabled
              onClick={() => {
                onConfirm()
                onClose()
              }}
            >
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
