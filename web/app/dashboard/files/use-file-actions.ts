import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { filesQuery, patchFiles } from './files.queries.ts'

const { toast } = m.files
const because = (sentence: string, error: Error) => m.files.because(sentence, sentenceFor(error))

/** What can be done with stored files. Rename and delete show at once and are taken back when they fail. */
export function useFileActions() {
  const { files } = useVault()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(filesQuery(files))
  const stopRefresh = () => queries.cancelQueries(filesQuery(files))

  const rename = useMutation({
    mutationFn: ({ file, name }: { file: VaultFile; name: string }) => files.rename(file.id, name),
    onMutate: async ({ file, name }) => {
      await stopRefresh()
      patchFiles(queries, (list) => list.map((one) => (one.id === file.id ? { ...one, name } : one)))
    },
    onSuccess: (_, { name }) => toastDone(toast.renamed, toast.renamedText(name)),
    onError: (error) => toastError(toast.error, because(toast.renameErrorText, error)),
    onSettled: refresh,
  })

  const remove = useMutation({
    mutationFn: (file: VaultFile) => files.remove(file.id),
    onMutate: async (file) => {
      await stopRefresh()
      patchFiles(queries, (list) => list.filter((one) => one.id !== file.id))
    },
    onSuccess: (_, file) => toastDone(toast.deleted, toast.deletedText(file.name)),
    onError: (error, file) => {
      patchFiles(queries, (list) => [...list, file])
      toastError(toast.deleteError, because(toast.deleteErrorText, error))
    },
    onSettled: refresh,
  })

  const download = useMutation({
    mutationFn: (file: VaultFile) => files.download(file.id),
    onSuccess: (_, file) => toastDone(toast.downloaded, toast.downloadedText(file.name)),
    onError: (error) => toastError(toast.downloadError, because(toast.downloadErrorText, error)),
    onSettled: refresh,
  })

  return {
    rename: (file: VaultFile, name: string) => rename.mutate({ file, name }),
    remove: (list: readonly VaultFile[]) => list.forEach((file) => remove.mutate(file)),
    download: (list: readonly VaultFile[]) => list.forEach((file) => download.mutate(file)),
  }
}

export type FileActions = ReturnType<typeof useFileActions>
