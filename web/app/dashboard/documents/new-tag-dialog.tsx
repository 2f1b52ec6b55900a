import { useState } from 'react'
import { TAG_COLORS } from '#contract/tags.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { ColorChoice } from '#web/ui/color-choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fileNameProblem } from '../files/file-name.ts'

type Props = { isOpen: boolean; onCreate: (tag: { name: string; color: string }) => void; onClose: () => void }

const text = m.documents.newTag
const COLORS = TAG_COLORS.map((color) => [color, m.documents.colors[color]] as const)

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
  const submit = ({ name = '' }: Record<string, string>) => {
    onCreate({ name: name.trim(), color })
    onClose()
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        name="name"
        label={text.label}
        hint={text.hint}
        required={false}
        validate={fileNameProblem}
        autoComplete="off"
        spellCheck={false}
      />
      <ColorChoice label={text.color} colors={COLORS} value={color} onChange={setColor} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button type="submit">{text.submit}</Button>
      </div>
    </Form>
  )
}
