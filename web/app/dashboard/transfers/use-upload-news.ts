import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#web/messages/app.ts'
import { toastDone, toastError } from '#web/ui/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { filesQuery } from '../files/files.queries.ts'

/** Says when an upload is stored or has failed, and brings the file list up to date. */
export function useUploadNews() {
  const { files } = useVault()
  const queries = useQueryClient()

  useEffect(
    () =>
      files.onUploaded(({ name }) => {
        toastDone(m.files.toast.uploaded(name))
        void queries.invalidateQueries(filesQuery(files))
      }),
    [files, queries],
  )

  useEffect(() => {
    const failedIds = () =>
      files.uploads
        .read()
        .filter(({ state }) => state === 'failed')
        .map(({ id }) => id)
    let known = new Set(failedIds())
    return files.uploads.subscribe(() => {
      const failed = failedIds()
      if (failed.some((id) => !known.has(id))) toastError(m.files.toast.uploadError, m.files.toast.uploadErrorText)
      known = new Set(failed)
    })
  }, [files])
}
