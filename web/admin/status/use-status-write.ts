import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastDone } from '#web/ui/overlay/toast.tsx'

/** Publishes something, says that it is public, and reads the lists again. Its refusal is for the form to show. */
export function useStatusWrite<T>(write: (wanted: T) => Promise<void>, done: { toast: string; onDone: () => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: T) => write(wanted),
    onSuccess: () => {
      toastDone(done.toast)
      done.onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['status-records'] }),
  })
}
