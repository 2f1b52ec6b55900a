import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/messages/errors.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { DOCUMENTATION_KEY } from './documentation.queries.ts'

type Says<Result> = {
  done?: (result: Result) => string
  onDone?: (result: Result) => void
  /** The form shows the refusal itself. */
  isQuiet?: boolean
}

/** One change of guides: says its outcome, and what shows them is read again. */
export function useGuideAct<Given, Result>(
  act: (given: Given) => Promise<Result>,
  { done, onDone, isQuiet = false }: Says<Result> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      if (done) toastDone(done(result))
      onDone?.(result)
    },
    onError: (error) => {
      if (!isQuiet) toastError(text.failedAct, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries(DOCUMENTATION_KEY),
  })
}
