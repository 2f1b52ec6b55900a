import type { RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

type Props = { file: Shareable | null; onClose: () => void; gridRef: RefObject<HTMLElement | null> }

/** Asks before every link and every grant of a file ends. */
export function StopDialog({ file, onClose, gridRef }: Props) {
  const text = m.sharing.stopAll
  const { endAll } = useSharingActions()
  return (
    <AlertDialog
      isOpen={file !== null}
      title={text.title(file?.name ?? '')}
      text={text.text}
      confirmLabel={text.submit}
      cancelLabel={m.common.cancel}
      onConfirm={() => file && endAll.mutate(file)}
      onClose={onClose}
      finalFocus={gridRef}
    />
  )
}
