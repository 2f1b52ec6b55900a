import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import type { AsideEvent, EventStream } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const words = text.aside

/** What is done with an event that was put aside; each says its outcome in a toast. */
export function useAsideActions({ id }: EventStream) {
  const { streams } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['event-streams'] })
  const onError = (error: Error) => {
    if (!isQuestionLeft(error)) toastError(text.done.failed, sentenceFor(error))
  }
  const repeat = useMutation({
    mutationFn: ({ event_id }: AsideEvent) => streams.repeatAside(id, event_id),
    onSuccess: (failure) => {
      if (failure === null) toastDone(words.sent)
      else toastError(words.refused, text.problem(failure.problem, failure.number))
    },
    onError,
    onSettled,
  })
  const leaveOut = useMutation({
    mutationFn: ({ event_id }: AsideEvent) => streams.leaveOutAside(id, event_id),
    onSuccess: () => toastDone(words.left),
    onError,
    onSettled,
  })
  return { repeat, leaveOut }
}
