import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../../vault-context.ts'

const text = m.byOthers.agreement

/** The person's own answer to a policy, and the end of a request; each tells its outcome in a toast. */
export function useRecoveryActions() {
  const { recovery } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['recovery'] })
  const failed = (title: string) => (error: Error) => toastError(title, sentenceFor(error))
  return {
    allow: useMutation({
      mutationFn: (hash: string) => recovery.agree(hash),
      onSuccess: () => toastDone(text.allowDone, text.allowDoneText),
      onError: failed(text.allowFailed),
      onSettled,
    }),
    stop: useMutation({
      // gcTime 0: the password leaves memory with the dialog, which shows what failed.
      gcTime: 0,
      mutationFn: (password: string) => recovery.withdraw(password),
      onSuccess: () => toastDone(text.stopDone),
      onSettled,
    }),
    cancel: useMutation({
      mutationFn: () => recovery.cancel(),
      onSuccess: () => toastDone(text.cancelled),
      onError: failed(text.cancelFailed),
      onSettled,
    }),
  }
}
