import type { EventStream } from '#web/lib/remote/vault-client.ts'
import { streams as text } from '#web/messages/streams.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useStreamActions } from './use-stream-actions.ts'

/** What is asked before it is done: it cannot be taken back, or receivers notice. */
export type Question = { what: 'remove' | 'now' | 'beginning' | 'rotate'; stream: EventStream }

type Props = { question: Question | null; onClose: () => void; onSecret: (secret: string) => void }

const { ask } = text

export function StreamQuestion({ question, onClose, onSecret }: Props) {
  const { move, remove, rotate } = useStreamActions()
  const words = {
    remove: [ask.remove, ask.removeText, ask.removeYes],
    now: [ask.now, ask.nowText, ask.nowYes],
    beginning: [ask.beginning, ask.beginningText, ask.beginningYes],
    rotate: [ask.rotate, ask.rotateText, ask.rotateYes],
  } as const
  const [title, said, yes] = words[question?.what ?? 'remove']
  const confirm = ({ what, stream }: Question) => {
    if (what === 'remove') remove.mutate(stream)
    else if (what === 'rotate') rotate.mutate(stream, { onSuccess: onSecret })
    else move.mutate({ id: stream.id, to: what })
  }
  return (
    <AlertDialog
      isOpen={question !== null}
      title={title(question?.stream.name ?? '')}
      text={said}
      confirmLabel={yes}
      cancelLabel={ask.cancel}
      onConfirm={() => question && confirm(question)}
      onClose={onClose}
    />
  )
}
