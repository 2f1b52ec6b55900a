import { useState } from 'react'
import { TAG_COLORS } from '#contract/tags.ts'
import { m } from '#web/messages/app.ts'
import { ColorChoice } from '#web/ui/form/color-choice.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { NameForm } from '../rename/name-form.tsx'

type Props = { isOpen: boolean; onCreate: (tag: { name: string; color: string }) => void; onClose: () => void }

const text = m.documents.newTag

export function NewTagDialog({ isOpen, onCreate, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title}>
      <TagForm onCreate={onCreate} onClose={onClose} />
    </Dialog>
  )
}

/** Apart from the dialog, so that each opening starts with the first colour. */
function TagForm({ onCreate, onClose }: Omit<Props, 'isOpen'>) {
  const [color, setColor] = useState<string>(TAG_COLORS[0])
  return (
    <NameForm words={text} onSubmit={(name) => onCreate({ name, color })} onClose={onClose}>
      <ColorChoice
        label={text.color}
        colors={TAG_COLORS.map((id) => [id, m.documents.colors[id]] as const)}
        value={color}
        onChange={setColor}
      />
    </NameForm>
  )
}
