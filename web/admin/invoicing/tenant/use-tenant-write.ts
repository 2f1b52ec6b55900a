import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { INVOICING_KEY } from '../invoicing.queries.ts'

type Says = { done: string; failed: string; onDone?: () => void; isQuiet?: boolean }

/** One change by who runs the installation, which may ask for the password first: says its outcome, and what shows it is read again. */
export function useTenantWrite<Given>(
  write: (given: Given) => Promise<unknown>,
  { done, failed, onDone, isQuiet = false }: Says,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: () => {
      toastDone(done)
      onDone?.()
    },
    onError: (error) => {
      if (!isQuiet && !isQuestionLeft(error)) toastError(failed, sentenceFor(error))
    },
    // A plan that was agreed is in the list of organisations, too.
    onSettled: () =>
      Promise.all([INVOICING_KEY, 'tenants'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
