import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkChange, OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshSharing } from '../sharing.queries.ts'

type Changed = { link: OwnLink; wanted: LinkChange; name: string }

/** Gives a link other terms, and tells the outcome in a toast. */
export function useChangeLink() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ link, wanted }: Changed) => sharing.changeLink(link, wanted, new Date()),
    onSuccess: (_, { name }) => toastDone(m.sharing.shown.saved, m.sharing.shown.savedText(name)),
    onError: (error) => toastError(m.files.toast.error, m.files.because(m.sharing.shown.failed, sentenceFor(error))),
    onSettled: () => refreshSharing(queries, files),
  })
}
