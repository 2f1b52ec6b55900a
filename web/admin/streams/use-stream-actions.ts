import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventStream, StreamPlace } from '#web/lib/remote/vault-client.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** What is done with a stream from its row; each says its outcome in a toast. */
export function useStreamActions() {
  const { streams } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['event-streams'] })
  const onError = (error: Error) => {
    if (!isQuestionLeft(error)) toastError(text.done.failed, sentenceFor(error))
  }
  const pause = useMutation({
    mutationFn: ({ id, paused_at }: EventStream) => guarded(streams.pause)(id, paused_at === null),
    onSuccess: (_, { paused_at }) => toastDone(paused_at === null ? text.done.paused : text.done.resumed),
    onError,
    onSettled,
  })
  const move = useMutation({
    mutationFn: ({ id, to }: { id: string; to: StreamPlace }) => guarded(streams.move)(id, to),
    onSuccess: () => toastDone(text.done.moved),
    onError,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: EventStream) => guarded(streams.remove)(id),
    onSuccess: () => toastDone(text.done.removed),
    onError,
    onSettled,
  })
  const rotate = useMutation({ mutationFn: ({ id }: EventStream) => guarded(streams.rotate)(id), onError, onSettled })
  return { pause, move, remove, rotate }
}
