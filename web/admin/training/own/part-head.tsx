import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { training } from '#web/messages/training/training.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Span } from '#web/ui/layout/text.tsx'

const text = training.own.editor

type Props = { name: string; onUp?: (() => void) | undefined; onDown?: (() => void) | undefined; onRemove: () => void }

/** What moves and removes a part of a course. */
export function PartHead({ name, onUp, onDown, onRemove }: Props) {
  return (
    <div className="mb-2 flex items-center gap-1">
      <Span tone="soft" size="xs" className="mr-auto">
        {name}
      </Span>
      <IconButton size="sm" label={text.up(name)} disabled={!onUp} focusableWhenDisabled onClick={onUp}>
        <ArrowUp size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={text.down(name)} disabled={!onDown} focusableWhenDisabled onClick={onDown}>
        <ArrowDown size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" tone="danger" label={text.removePart(name)} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
