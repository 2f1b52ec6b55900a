import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FileVersion } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../files.queries.ts'
import { accessQuery, refreshSharing } from '../../sharing/sharing.queries.ts'

const text = m.versions
const { toast } = m.files

/** What can be done with the versions of one file. */
export function useVersionActions(file: { id: string; name: string }) {
  const { files, versions, sharing } = useVault()
  const queries = useQueryClient()
  const hasLinks = () => {
    const links = queries.getQueryData(accessQuery(sharing).queryKey)?.links ?? []
    return links.some(({ openIds }) => openIds.includes(file.id))
  }
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['details', file.id] }),
      queries.invalidateQueries(filesQuery(files)),
      refreshSharing(queries, files),
    ])
  const fail = (sentence: string) => (error: Error) =>
    toastError(toast.error, m.files.because(sentence, sentenceFor(error)))

  const download = useMutation({
    mutationFn: (version: FileVersion) => files.save(() => versions.prepareDownload(version)),
    onSuccess: () => toastDone(toast.downloaded, toast.downloadedText(file.name)),
    onError: (error) => toastError(toast.downloadError, m.files.because(toast.downloadErrorText, sentenceFor(error))),
  })
  const restore = useMutation({
    mutationFn: (version: FileVersion) => versions.restore(version),
    // What ended is in the list of before, which is read again afterwards.
    onSuccess: (_, { version }) => toastDone(text.restored(version), text.restoredText(hasLinks())),
    onError: fail(text.restoreFailed),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (version: FileVersion) => versions.remove(version),
    onSuccess: (_, { version }) => toastDone(text.removed(version)),
    onError: fail(text.removeFailed),
    onSettled: refresh,
  })
  return { download, restore, remove }
}
