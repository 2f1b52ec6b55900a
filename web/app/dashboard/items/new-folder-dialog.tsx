import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fileNameProblem } from '../files/file-name.ts'

type Props = { isOpen: boolean; onCreate: (name: string) => void; onClose: () => void }

export function NewFolderDialog({ isOpen, onCreate, onClose }: Props) {
  const text = m.items.newFolder
  const submit = ({ name = '' }: Record<string, string>) => {
    onCreate(name.trim())
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title}>
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
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button type="submit">{text.submit}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
