import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FilesClient, UploadItem } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../drive/files.queries.ts'
import { openPanel } from './use-collapsed.ts'
import { isRunning, uploadText } from '../../lib/files/transfer-summary.ts'

/** A hundred small files need not load the list a hundred times. */
const REFRESH_EVERY_MS = 1000

/** Says when uploads have failed, once for all that run together, and brings the file list up to date. That they are stored is the headline of the panel. */
export function useUploadNews() {
  const { files } = useVault()
  const queries = useQueryClient()
  useEffect(() => refreshList(files, queries), [files, queries])
  useEffect(() => sayFailed(files, queries), [files, queries])
}

function refreshList(files: FilesClient, queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const refresh = (): void => {
    isWanted = false
    // The query keeps its own failure, and the list shows it.
    void queries.invalidateQueries(filesQuery(files))
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) refresh()
    }, REFRESH_EVERY_MS)
  }
  const stop = files.onUploaded(() => (timer === undefined ? refresh() : (isWanted = true)))
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function sayFailed(files: FilesClient, queries: QueryClient): () => void {
  const failed = () => files.uploads.read().filter(({ state }) => state === 'failed')
  const idsOf = (uploads: readonly UploadItem[]) => new Set(uploads.map(({ id }) => id))
  let known = idsOf(failed())
  // One toast for those that fail while others still run, and another for what comes later.
  let together: UploadItem[] = []
  let toasts = 0
  return files.uploads.subscribe(() => {
    const fresh = failed().filter(({ id }) => !known.has(id))
    known = idsOf(failed())
    const isGoingOn = files.uploads.read().some(isRunning)
    const said = [...together, ...fresh]
    together = isGoingOn ? said : []
    if (fresh.length === 0) return
    if (said.length === fresh.length) toasts += 1
    // The sentence about the room names what is used now; and without a session this question leads to the sign-in page.
    if (fresh.some(({ lacks }) => lacks !== null)) void queries.invalidateQueries({ queryKey: ['files', 'storage'] })
    if (fresh.every(({ lacks }) => lacks === 'session')) toastError(m.files.toast.error, m.files.toast.uploadSignedOut)
    else sayWhichFailed(said, `upload-failed-${toasts}`)
  })
}

/** One by its name and reason; several by their number, with the reason when it is the same and a way to the list that has them all. */
function sayWhichFailed(uploads: readonly UploadItem[], id: string): void {
  const { uploadError, uploadErrorText } = m.files.toast
  const [first] = uploads
  if (!first) return
  const reason = uploadText(first)
  if (uploads.length === 1) {
    return toastError(uploadError, m.transfers.failedOne(uploadErrorText, first.name, reason), { id })
  }
  const isSame = uploads.every((upload) => uploadText(upload) === reason)
  const action = { label: m.transfers.show, onPress: openPanel }
  toastError(m.transfers.failed(uploads.length), isSame ? reason : undefined, { id, action })
}
