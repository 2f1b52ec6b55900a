import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useStudioAction } from './use-studio-action.ts'

type Props = {
  words: { title: string; text: string; confirm: string; cancel: string; done: string; failed: string }
  onRemove: () => Promise<void>
  /** Keys of the queries that are read again. */
  keys: readonly string[]
  onRemoved?: () => void
  size?: 'sm' | 'md'
  disabled?: boolean
  /** For a button that shows a picture only. */
  label?: string
  /** On the button. */
  children: ReactNode
}

/** A button that removes something of the studio, after a question, and says how that ended. */
export function Removal({ words, onRemove, keys, onRemoved, size = 'md', disabled = false, label, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useStudioAction(onRemove, {
    done: words.done,
    failed: words.failed,
    keys,
    ...(onRemoved && { onDone: onRemoved }),
  })
  return (
    <>
      <Button variant="outline" size={size} disabled={disabled} aria-label={label} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={words.title}
        text={words.text}
        confirmLabel={words.confirm}
        cancelLabel={words.cancel}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
