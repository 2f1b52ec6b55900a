import type { RefObject } from 'react'
import type { EventStream } from '#web/lib/remote/vault-client.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { StreamAside } from './stream-aside.tsx'
import { StreamForm } from './stream-form.tsx'
import { StreamTestView } from './stream-test-view.tsx'
import { StreamTries } from './stream-tries.tsx'

/** What lies over the list. */
export type ShownStream = { as: 'new' } | { as: 'edit' | 'test' | 'tries' | 'aside'; stream: EventStream }

type Props = {
  shown: ShownStream | null
  onClose: () => void
  onSecret: (secret: string) => void
  finalFocus?: RefObject<HTMLElement | null>
}

export function StreamSheet({ shown, onClose, onSecret, ...rest }: Props) {
  return (
    <Sheet isOpen={shown !== null} onClose={onClose} title={titleOf(shown)} {...rest}>
      {shown?.as === 'new' && <StreamForm onDone={onClose} onSecret={onSecret} />}
      {shown?.as === 'edit' && <StreamForm stream={shown.stream} onDone={onClose} onSecret={onSecret} />}
      {shown?.as === 'test' && <StreamTestView stream={shown.stream} />}
      {shown?.as === 'aside' && <StreamAside stream={shown.stream} />}
      {shown?.as === 'tries' && <StreamTries stream={shown.stream} />}
    </Sheet>
  )
}

function titleOf(shown: ShownStream | null): string {
  if (shown === null || shown.as === 'new') return text.form.newTitle
  const { name } = shown.stream
  return { edit: text.form.editTitle, test: text.sent.title, tries: text.tries.title, aside: text.aside.title }[
    shown.as
  ](name)
}
