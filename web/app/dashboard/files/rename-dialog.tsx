import { useRef, type FocusEvent, type RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { isNameTaken } from '../items/is-name-taken.ts'
import { isFolder, type Item } from '../items/item.ts'
import { fileNameProblem, stemLength } from './file-name.ts'

type Props = {
  item: Item | null
  /** What lies in the same place. */
  siblings: readonly Item[]
  onRename: (item: Item, name: string) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

export function RenameDialog({ item, siblings, onRename, onClose, gridRef }: Props) {
  const text = m.files.rename
  const selectedFor = useRef<Item>(null)
  // Once for each opening: the dialog may move the focus here again, and what the person has selected by then counts.
  const selectStemOnce = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!item || selectedFor.current === item) return
    selectedFor.current = item
    currentTarget.setSelectionRange(0, isFolder(item) ? item.name.length : stemLength(item.name))
  }
  const submit = ({ name = '' }: Record<string, string>) => {
    if (item && name.trim() !== item.name) onRename(item, name.trim())
    close()
  }
  const problemOf = (name: string) =>
    fileNameProblem(name) ?? (item && isNameTaken(name, siblings, item) ? text.taken : null)
  const close = () => {
    selectedFor.current = null
    onClose()
  }

  return (
    <Dialog
      isOpen={item !== null}
      onClose={close}
      title={item && isFolder(item) ? m.items.rename.folder : text.title}
      finalFocus={gridRef}
    >
      {item && (
        <Form onSubmit={submit}>
          <TextField
            name="name"
            label={text.label}
            hint={text.hint}
            defaultValue={item.name}
            required={false}
            validate={problemOf}
            autoComplete="off"
            spellCheck={false}
            onFocus={selectStemOnce}
          />
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={close}>
              {m.common.cancel}
            </Button>
            <Button type="submit">{text.submit}</Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
