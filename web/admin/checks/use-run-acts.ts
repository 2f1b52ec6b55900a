import type { CheckCategory } from '#contract/checks/checks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveText } from '#web/lib/files/save-text.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { startRun } from './start-run.ts'

/** What is done about runs; each says its outcome in a toast, and the lists are read again. */
export function useRunActs() {
  const client = useVault()
  const { checks } = client
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['checks'] })
  const onError = (error: Error) => toastError(text.failedAct, sentenceFor(error))
  const start = useMutation({
    mutationFn: (categories: readonly CheckCategory[]) => startRun(client, queries, categories),
  })
  const cancel = useMutation({
    mutationFn: (id: string) => checks.cancel(id),
    onSuccess: () => toastDone(text.cancelled),
    onError,
    onSettled,
  })
  const exportRun = useMutation({
    mutationFn: async (id: string) => {
      const file = await checks.export(id)
      saveText(file.name, file.text)
    },
    onSuccess: () => toastDone(text.toasts.exported),
    onError,
  })
  const setNightly = useMutation({
    mutationFn: (isNightly: boolean) => checks.setNightly(isNightly),
    onSuccess: (_, isNightly) => toastDone(isNightly ? text.history.nightlyOn : text.history.nightlyOff),
    onError,
    onSettled,
  })
  return { start, cancel, exportRun, setNightly }
}
