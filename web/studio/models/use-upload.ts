import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { models as words } from '#web/messages/studio/models.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'

type Given = { name: string; file: File }

/** One upload of a model, how far it is, and what ended it. */
export function useUpload(onDone: () => void) {
  const { models } = useVault()
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const stop = useRef<AbortController | null>(null)

  async function begin({ name, file }: Given): Promise<void> {
    const { signal } = (stop.current = new AbortController())
    setSent(0)
    setError(null)
    setRunning(true)
    try {
      await models.upload({ name, file, signal, onSent: setSent })
      toastDone(words.own.uploaded)
      onDone()
    } catch (caught) {
      if (signal.aborted) toastDone(words.own.cancelled)
      else setError(caught instanceof Error ? caught : new Error(String(caught)))
    } finally {
      setRunning(false)
      await queries.invalidateQueries({ queryKey: ['studio-models'] })
    }
  }
  return { sent, isRunning, error, begin: (given: Given) => void begin(given), cancel: () => stop.current?.abort() }
}
