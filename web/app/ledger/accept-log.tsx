import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'

type Props = {
  words: { open: string; title: string; text: string; confirm: string }
  onAccept: () => Promise<void>
  /** What is looked at again then: the first word of its query. */
  looksAgain: string
}

/** Nothing is accepted by itself: what a person reads first is what may have happened. */
export function AcceptLog({ words, onAccept, looksAgain }: Props) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const accept = useMutation({
    mutationFn: onAccept,
    onSuccess: () => queries.invalidateQueries({ queryKey: [looksAgain] }),
    onError: () => toastError(m.files.toast.error, ledger.accept.failed),
  })
  return (
    <>
      {/* Its words take two lines on a phone. */}
      <Button
        size="sm"
        variant="outline"
        className="h-auto! min-h-7 shrink! py-1 text-left whitespace-normal!"
        onClick={() => setAsking(true)}
      >
        {words.open}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.title}
        text={words.text}
        confirmLabel={words.confirm}
        cancelLabel={ledger.accept.cancel}
        onConfirm={() => accept.mutate()}
      />
    </>
  )
}
