import { WandSparkles } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { MAX_PASSAGE_CHARACTERS } from '#contract/studio/rewriting.ts'
import { rewriting as words } from '#web/messages/studio/rewriting.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { studioPath } from '../../studio-room.ts'
import { type Place, placeOf } from './passage-place.ts'

type Props = {
  hasModel: boolean
  field: RefObject<HTMLTextAreaElement | null>
  /** As the field last told of it. */
  selected: Place | undefined
  onOpen: (text: string, place: Place) => void
}

/** Offers to have the selection rewritten, or says what it takes. In sight for as long as the text is. */
export function RewriteBar({ hasModel, field, selected, onOpen }: Props) {
  const hint = useId()
  const length = selected ? selected.to - selected.from : 0
  const isReady = hasModel && length > 0 && length <= MAX_PASSAGE_CHARACTERS
  const open = () => {
    const control = field.current
    const place = control && placeOf(control.value, { from: control.selectionStart, to: control.selectionEnd })
    if (place && place.to - place.from <= MAX_PASSAGE_CHARACTERS) onOpen(control.value, place)
  }
  return (
    <div className="sticky top-14 z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-1 py-1.5">
      <Button variant="outline" size="sm" disabled={!isReady} aria-describedby={hint} onClick={open}>
        <WandSparkles size={14} aria-hidden="true" />
        {words.open}
      </Button>
      <Text id={hint} tone="hint" size="xs" className="min-w-0 flex-1">
        {hasModel ? hintOf(length) : words.noModel}{' '}
        {!hasModel && <TextLink to={studioPath('models')}>{words.connect}</TextLink>}
      </Text>
    </div>
  )
}

function hintOf(length: number): string {
  if (length === 0) return words.select
  return length > MAX_PASSAGE_CHARACTERS ? words.tooLong(length, MAX_PASSAGE_CHARACTERS) : words.selected(length)
}
