import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

export type Says<Result> = {
  /** Undefined says nothing. */
  done: string | ((result: Result) => string | undefined)
  failed: string
  /** Of the queries that are read again. */
  keys: readonly string[]
  onDone?: (result: Result) => void
  /** The form shows the refusal itself. */
  isQuiet?: boolean
  /** Sentence of a refusal; that of the app where there is none. */
  sentence?: (error: Error) => string
  /** The result leaves memory with what asked for it. */
  isSecret?: boolean
}

/** One change: says its outcome in a toast, and reads again what shows it. */
export function useAction<Given, Result>(
  write: (given: Given) => Promise<Result>,
  { done, failed, keys, onDone, isQuiet = false, sentence = sentenceFor, isSecret = false }: Says<Result>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    ...(isSecret && { gcTime: 0 }),
    onSuccess: (result) => {
      const said = typeof done === 'string' ? done : done(result)
      if (said !== undefined) toastDone(said)
      onDone?.(result)
    },
    onError: (error) => {
      if (!isQuiet) toastError(failed, sentence(error))
    },
    onSettled: () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
