import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/messages/errors.ts'
import { seo as text } from '#web/messages/seo/seo.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** What is done about crawls; each says its outcome in a toast, and the lists are read again. */
export function useSeoActs() {
  const { seo } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['seo'] })
  const onError = (error: Error) => toastError(text.failedAct, sentenceFor(error))
  const start = useMutation({
    mutationFn: () => seo.start(),
    onSuccess: () => toastDone(text.started),
    onError,
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => seo.cancel(id),
    onSuccess: () => toastDone(text.cancelled),
    onError,
    onSettled,
  })
  const setWeekly = useMutation({
    mutationFn: (isWeekly: boolean) => seo.setWeekly(isWeekly),
    onSuccess: (_, isWeekly) => toastDone(isWeekly ? text.weeklyOn : text.weeklyOff),
    onError,
    onSettled,
  })
  const removeRedirect = useMutation({
    mutationFn: (from: string) => seo.removeRedirect(from),
    onSuccess: () => toastDone(text.redirects.removed),
    onError,
    onSettled,
  })
  return { start, cancel, setWeekly, removeRedirect }
}
