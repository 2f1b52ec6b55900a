import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

/** Changes times or holds, with the password where the sign-in is older. */
export function useRetentionWrite<Wanted>(
  write: (wanted: Wanted) => Promise<void>,
  { done, failed, onDone }: { done: string; failed: string; onDone: () => void },
) {
  const queries = useQueryClient()
  const { guarded } = useProtection()
  return useMutation({
    mutationFn: guarded(write),
    onSuccess: () => {
      toastDone(done)
      onDone()
    },
    onError: (error) => {
      if (!isQuestionLeft(error)) toastError(failed, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['audit', 'retention'] }),
  })
}
