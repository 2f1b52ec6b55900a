import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fileNameProblem } from '../files/file-name.ts'
import { isNameTaken } from './is-name-taken.ts'
import type { Item } from './item.ts'

type Props = {
  isOpen: boolean
  /** What lies where the folder is made. */
  siblings: readonly Item[]
  onCreate: (name: string) => void
  onClose: () => void
}

export function NewFolderDialog({ isOpen, siblings, onCreate, onClose }: Props) {
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
          validate={(name) => fileNameProblem(name) ?? (isNameTaken(name, siblings) ? m.files.rename.taken : null)}
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
