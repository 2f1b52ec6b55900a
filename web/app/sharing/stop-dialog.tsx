import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { linkName } from './access-rows.tsx'
import { accessQuery } from './sharing.queries.ts'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

type Props = { file: Shareable | null; onClose: () => void; gridRef: RefObject<HTMLElement | null> }

/** Asks before every link and every grant of a file ends, and says first which links end for other files as well. */
export function StopDialog({ file, onClose, gridRef }: Props) {
  const text = m.sharing.stopAll
  const { sharing } = useVault()
  const { endAll } = useSharingActions()
  const access = useQuery({ ...accessQuery(sharing, file?.id), enabled: file !== null })
  const several = access.data?.links.filter((link) => link.several) ?? []
  const note = access.isPending
    ? text.looking
    : access.isError
      ? text.unknown
      : several.length > 0 && text.several(several.map((link) => linkName(link, () => '')))
  return (
    <AlertDialog
      isOpen={file !== null}
      title={text.title(file?.name ?? '')}
      text={note ? `${text.text} ${note}` : text.text}
      confirmLabel={text.submit}
      cancelLabel={m.common.cancel}
      isPending={access.isPending}
      onConfirm={() => file && endAll.mutate(file)}
      onClose={onClose}
      finalFocus={gridRef}
    />
  )
}
