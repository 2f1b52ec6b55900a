import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { TRAINING_KEY } from './training.queries.ts'

type Says<Result> = {
  /** Undefined says nothing. */
  done?: string
  failed?: string
  onDone?: (result: Result) => void
  /** The form shows the refusal itself. */
  isQuiet?: boolean
}

/** One change of what this room holds: says its outcome, and what shows it is read again. */
export function useTrainingWrite<Given, Result>(
  write: (given: Given) => Promise<Result>,
  { done, failed = training.failedChange, onDone, isQuiet = false }: Says<Result> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (result) => {
      if (done !== undefined) toastDone(done)
      onDone?.(result)
    },
    onError: (error) => {
      if (!isQuiet) toastError(failed, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries(TRAINING_KEY),
  })
}
