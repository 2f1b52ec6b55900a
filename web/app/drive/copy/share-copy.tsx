import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { placeNames } from '#vault/files/taken-names.ts'
import type { Shown, VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { useSpace, useVaultOf } from '../../spaces/space-scope.tsx'
import { storageQuery } from '../../storage/storage.queries.ts'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../files.queries.ts'

type Props = { files: readonly Shown[]; onClose: () => void; gridRef: RefObject<HTMLElement | null> }

/**
 * Sharing files of a team space with others than its members: who may open them there is what its managers signed, and nobody gives that away
 * file by file. So a copy of one's own is shared, by a grant or link of one's own; see decision 74.
 */
export function ShareCopy({ files, onClose, gridRef }: Props) {
  const text = spaceWords.shareCopy
  const { name: spaceName } = useSpace()
  const own = useVaultOf()(null)
  const { make, isBusy } = useCopiesOfOwn(own)
  const [copies, setCopies] = useState<readonly Shown[]>([])
  const names = files.map(({ name }) => name)
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    setCopies([])
    onClose()
  }
  const copyAndShare = async () => {
    isClosed.current = false
    const made = await make(files)
    if (!isClosed.current) setCopies(made)
    else if (made.length > 0) toastDone(m.items.copy.done(names, m.files.title))
  }
  return (
    <>
      <Dialog
        isOpen={files.length > 0 && copies.length === 0}
        onClose={close}
        title={text.title(m.items.named(names))}
        finalFocus={gridRef}
      >
        <Text tone="soft">{text.text(spaceName)}</Text>
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {m.common.cancel}
          </Button>
          <Button isBusy={isBusy} onClick={() => void copyAndShare()}>
            {text.submit}
          </Button>
        </div>
      </Dialog>
      <VaultContext value={own}>
        <ShareDialog files={copies} onClose={close} gridRef={gridRef} />
      </VaultContext>
    </>
  )
}

/** Copies at the top of My Files, under names that are free there. */
function useCopiesOfOwn(own: VaultClient) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const make = async (files: readonly Shown[]): Promise<readonly Shown[]> => {
    setBusy(true)
    try {
      const stored = await queries.ensureQueryData(filesQuery(own.files))
      const placed = placeNames(
        files.map((shown) => ({ shown, name: shown.name, folderId: null })),
        stored,
      )
      const named = placed.map(({ incoming, freeName }) => ({
        shown: incoming.shown,
        name: freeName,
        parentId: null,
      }))
      const made = await own.items.copy({ to: { spaceId: null, folderId: null }, folders: [], files: named })
      return made.fileIds.map((id, at) => {
        return { id, spaceId: null, folderId: null, version: 1, name: named[at]?.name ?? '' }
      })
    } catch (error) {
      toastError(m.files.toast.error, m.files.because(m.items.copy.failed, sentenceFor(error)))
      return []
    } finally {
      setBusy(false)
      void queries.invalidateQueries(filesQuery(own.files))
      void queries.invalidateQueries(storageQuery(own.settings))
    }
  }
  return { make, isBusy }
}
