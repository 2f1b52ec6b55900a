import { useQueryClient } from '@tanstack/react-query'
import type { Items, VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery, foldersQuery } from '../files.queries.ts'
import { takeTurn } from '../take-turn.ts'

type Change = {
  /** Rewrites the lists at once; taken back when the work fails. */
  show?: () => void
  work: () => Promise<void>
  /** Title and sentence of the toast when it fails. */
  failed: { title: string; text: string }
}

/** Changes files and folders: shows the change at once, does the work, and brings the lists up to date. */
export function useChange() {
  const queries = useQueryClient()
  const { files: fileClient, folders: folderClient } = useVault()
  const fileKey = filesQuery(fileClient).queryKey
  const folderKey = foldersQuery(folderClient).queryKey
  const keys = [fileKey, folderKey]

  const change = async ({ show, work, failed }: Change): Promise<boolean> => {
    const turn = takeTurn(queries)
    const readLists = () => keys.map((key) => queries.getQueryData(key))
    let before: ReturnType<typeof readLists> | undefined
    try {
      // A list on its way would bring the old state back.
      await Promise.all(keys.map((queryKey) => queries.cancelQueries({ queryKey })))
      before = readLists()
      show?.()
      await turn.comes
      await work()
      return true
    } catch (error) {
      if (before) keys.forEach((key, at) => queries.setQueryData(key, before?.[at]))
      toastError(failed.title, m.files.because(failed.text, sentenceFor(error)))
      return false
    } finally {
      const isLast = turn.end()
      // Read while another change is on its way, they would show its rows as they were; that change reads them when it ends. The
      // lists show their own failure.
      if (isLast) for (const list of ['files', 'folders']) void queries.invalidateQueries({ queryKey: [list] })
    }
  }

  /** Rewrites the chosen rows, or leaves them out where `edit` gives nothing. */
  const patch = (
    { fileIds, folderIds }: Items,
    edit: { file: (file: VaultFile) => VaultFile[]; folder: (folder: VaultFolder) => VaultFolder[] },
  ) => {
    const files = new Set(fileIds)
    const folders = new Set(folderIds)
    if (files.size > 0) {
      queries.setQueryData(fileKey, (list) => list?.flatMap((one) => (files.has(one.id) ? edit.file(one) : one)))
    }
    if (folders.size > 0) {
      queries.setQueryData(folderKey, (list) => list?.flatMap((one) => (folders.has(one.id) ? edit.folder(one) : one)))
    }
  }
  return { change, patch }
}
