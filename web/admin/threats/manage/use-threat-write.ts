import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

type Said = { done: string; detail?: string; failed: string; onDone?: () => void }

/** Changes something, says so, and reads everything about threats again. */
export function useThreatWrite<Wanted>(
  write: (wanted: Wanted) => Promise<void>,
  { done, detail, failed, onDone }: Said,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: () => {
      toastDone(done, detail)
      onDone?.()
    },
    onError: (error) => {
      if (!isQuestionLeft(error)) toastError(failed, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['threats'] }),
  })
}
