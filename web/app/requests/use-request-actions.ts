import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnRequest } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshRequests } from './requests.queries.ts'

const { list, received } = requestWords
const { toast } = m.files

/** What can be done with requests and with what did not pass; each tells its outcome in a toast. */
export function useRequestActions() {
  const { requests } = useVault()
  const queries = useQueryClient()
  const onSettled = () => refreshRequests(queries)

  const end = useMutation({
    mutationFn: ({ id }: OwnRequest) => requests.end(id),
    onSuccess: (_, { title }) => toastDone(list.ended, list.endedText(title ?? list.damaged)),
    onError: (error) => toastError(toast.error, m.files.because(list.endFailed, sentenceFor(error))),
    onSettled,
  })
  const discard = useMutation({
    mutationFn: (id: string) => requests.discard(id),
    onSuccess: () => toastDone(received.discarded),
    onError: (error) => toastError(toast.error, m.files.because(received.discardFailed, sentenceFor(error))),
    onSettled,
  })
  return { end, discard }
}
