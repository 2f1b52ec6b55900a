import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Saved, ZipError, type OwnZipFile, type VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useWatchedReading } from '../../threats/own/use-watched-reading.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../files.queries.ts'

const { toast } = m.files
const because = (sentence: string, error: Error) => m.files.because(sentence, sentenceFor(error))

/** What can be done with files alone. */
export function useFileActions() {
  const { files } = useVault()
  const watched = useWatchedReading()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(filesQuery(files))
  const sayDone = ({ noted }: Saved, sentence: string) => {
    toastDone(toast.downloaded, sentence)
    // The time of use comes with the list, once the server knows it.
    void noted.then(refresh)
  }
  const sayFailed = (sentence: string) => {
    toastError(toast.downloadError, sentence)
    void refresh()
  }

  const download = useMutation({
    mutationFn: (file: VaultFile) => watched(files.download(file.id)),
    onSuccess: (saved, file) => sayDone(saved, toast.downloadedText(file.name)),
    onError: (error) => sayFailed(because(toast.downloadErrorText, error)),
  })

  const zip = useMutation({
    mutationFn: ({ name, list }: { name: string; list: readonly OwnZipFile[] }) =>
      watched(files.downloadZip(name, list)),
    onSuccess: (saved, { name }) => sayDone(saved, m.items.zip.done(name)),
    onError: (error) =>
      sayFailed(
        error instanceof ZipError ? m.items.zip.failedAt(error.path, sentenceFor(error.cause)) : sentenceFor(error),
      ),
  })

  return {
    download: (list: readonly VaultFile[]) => list.forEach((file) => download.mutate(file)),
    downloadZip: (name: string, list: readonly OwnZipFile[]) => {
      if (list.length === 0) toastError(toast.downloadError, m.items.zip.empty)
      else zip.mutate({ name, list })
    },
  }
}
