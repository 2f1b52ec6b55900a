import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { operations as text } from '#web/messages/operations.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** It was done by itself, or by another operator. */
const isGone = (error: Error) => error instanceof VaultError && error.code === 'not_found'

/** What is done about a job; each says its outcome in a toast, and the list is read again. */
export function useOperationActs() {
  const { operations } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['operations'] })
  const onError = (error: Error) => toastError(text.failedAct, isGone(error) ? text.gone : sentenceFor(error))
  const runAgain = useMutation({
    mutationFn: ({ id }: { id: string; done: string }) => operations.runAgain(id),
    onSuccess: (_, { done }) => toastDone(done),
    onError,
    onSettled,
  })
  const drop = useMutation({
    mutationFn: (id: string) => operations.dropMail(id),
    onSuccess: () => toastDone(text.mails.dropped),
    onError,
    onSettled,
  })
  return { runAgain, drop }
}
