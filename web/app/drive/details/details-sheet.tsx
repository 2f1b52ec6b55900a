import type { RefObject } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { FileDetails, type DetailsProps } from './file-details.tsx'

type Props = Omit<DetailsProps, 'file'> & {
  /** Open while there is one. */
  file: VaultFile | null
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Details over the list, where there is no room beside it. */
export function DetailsSheet({ file, tree, commands, onClose, gridRef }: Props) {
  return (
    <Sheet isOpen={file !== null} onClose={onClose} title={file?.name ?? ''} finalFocus={gridRef}>
      {file && <FileDetails file={file} tree={tree} commands={commands} />}
    </Sheet>
  )
}
