import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const text = byOthers.agreement

/** The person's own answer to a policy, and the end of a request; each tells its outcome in a toast. */
export function useRecoveryActions() {
  const { recovery } = useVault()
  const guarded = useProtection().recovery
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['recovery'] })
  const failed = (title: string) => (error: Error) => {
    if (!isQuestionLeft(error)) toastError(title, sentenceFor(error))
  }
  return {
    allow: useMutation({
      mutationFn: (hash: string) => guarded.agree(hash),
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
      mutationFn: () => guarded.cancel(),
      onSuccess: () => toastDone(text.cancelled),
      onError: failed(text.cancelFailed),
      onSettled,
    }),
  }
}
