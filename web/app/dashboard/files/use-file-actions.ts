import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ZipError, type VaultFile, type ZipFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { filesQuery } from './files.queries.ts'

const { toast } = m.files
const because = (sentence: string, error: Error) => m.files.because(sentence, sentenceFor(error))

/** What can be done with files alone. */
export function useFileActions() {
  const { files } = useVault()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(filesQuery(files))

  const download = useMutation({
    mutationFn: (file: VaultFile) => files.download(file.id),
    onSuccess: (_, file) => toastDone(toast.downloaded, toast.downloadedText(file.name)),
    onError: (error) => toastError(toast.downloadError, because(toast.downloadErrorText, error)),
    onSettled: refresh,
  })

  const zip = useMutation({
    mutationFn: ({ name, list }: { name: string; list: readonly ZipFile[] }) => files.downloadZip(name, list),
    onSuccess: (_, { name }) => toastDone(toast.downloaded, m.items.zip.done(name)),
    onError: (error) => {
      const reason =
        error instanceof ZipError ? m.items.zip.failedAt(error.path, sentenceFor(error.cause)) : sentenceFor(error)
      toastError(toast.downloadError, reason)
    },
    onSettled: refresh,
  })

  return {
    download: (list: readonly VaultFile[]) => list.forEach((file) => download.mutate(file)),
    downloadZip: (name: string, list: readonly ZipFile[]) => {
      if (list.length === 0) toastError(toast.downloadError, m.items.zip.empty)
      else zip.mutate({ name, list })
    },
  }
}
