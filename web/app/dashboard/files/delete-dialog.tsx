import type { RefObject } from 'react'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'

type Props = {
  files: readonly VaultFile[]
  onDelete: (files: readonly VaultFile[]) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Asks before files and their keys are gone for good; open while `files` is not empty. */
export function DeleteDialog({ files, onDelete, onClose, gridRef }: Props) {
  const text = m.files.remove
  const only = files.length === 1 ? files[0] : undefined
  return (
    <AlertDialog
      isOpen={files.length > 0}
      title={only ? text.titleOne(only.name) : text.titleMany(files.length)}
      text={text.text}
      confirmLabel={text.submit(files.length)}
      cancelLabel={m.common.cancel}
      onConfirm={() => onDelete(files)}
      onClose={onClose}
      finalFocus={gridRef}
    />
  )
}
