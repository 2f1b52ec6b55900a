import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow } from '#web/ui/list/plain-rows.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

type Props = {
  name: string
  words: {
    removed: (name: string) => string
    removeFailed: string
    removeLabel: (name: string) => string
    removeTitle: (name: string) => string
    removeConfirm: string
  }
  /** What the person is asked before it is removed. */
  question: string
  onRemove: () => Promise<unknown>
  /** Asks in place of the question. */
  onAsk?: () => void
  /** Below the name. */
  detail?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** Something that protects the account, and can be removed after a question. */
export function RemovableRow({ name, words, question, onRemove, onAsk, detail, children }: Props) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: onRemove,
    onSuccess: () => toastDone(words.removed(name)),
    onError: (error) => {
      if (!isQuestionLeft(error)) toastError(words.removeFailed, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })

  return (
    <PlainRow
      action={
        <span className="flex flex-wrap justify-end gap-2">
          {children}
          <Button
            variant="outline"
            size="sm"
            isBusy={remove.isPending}
            aria-label={words.removeLabel(name)}
            onClick={onAsk ?? (() => setAsking(true))}
          >
            {m.protection.remove}
          </Button>
        </span>
      }
    >
      <strong className="font-semibold tabular-nums">{name}</strong>
      {detail}
      <AlertDialog
        isOpen={isAsking}
        title={words.removeTitle(name)}
        text={question}
        confirmLabel={words.removeConfirm}
        cancelLabel={m.common.cancel}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </PlainRow>
  )
}
