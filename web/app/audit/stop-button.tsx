import { X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Button } from '#web/ui/button/button.tsx'

type Props = {
  /** Name that tells it from others of the page. */
  name: string
  onStop: () => void
  /** Button that began it, which gets the focus: this one goes when it has stopped. */
  backTo: RefObject<HTMLButtonElement | null>
}

/** Stops what a button next to it began. It appears under the pointer that pressed that one, so the second press of a double click is not meant for it. */
export function StopButton({ name, onStop, backTo }: Props) {
  const [isStopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
    backTo.current?.focus()
  }
  return (
    <Button
      variant="ghost"
      aria-label={isStopping ? undefined : name}
      isBusy={isStopping}
      onClick={({ detail }) => detail < 2 && stop()}
    >
      {!isStopping && <X size={16} aria-hidden="true" />}
      {isStopping ? auditWords.stopping : auditWords.stop}
    </Button>
  )
}
