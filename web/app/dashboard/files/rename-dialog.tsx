import { useRef, type FocusEvent, type RefObject } from 'react'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fileNameProblem, stemLength } from './file-name.ts'

type Props = {
  file: VaultFile | null
  onRename: (file: VaultFile, name: string) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

export function RenameDialog({ file, onRename, onClose, gridRef }: Props) {
  const text = m.files.rename
  const selectedFor = useRef<VaultFile>(null)
  // Once for each opening: the dialog may move the focus here again, and what the person has selected by then counts.
  const selectStemOnce = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!file || selectedFor.current === file) return
    selectedFor.current = file
    currentTarget.setSelectionRange(0, stemLength(file.name))
  }
  const submit = ({ name = '' }: Record<string, string>) => {
    if (file && name.trim() !== file.name) onRename(file, name.trim())
    close()
  }
  const close = () => {
    selectedFor.current = null
    onClose()
  }

  return (
    <Dialog isOpen={file !== null} onClose={close} title={text.title} finalFocus={gridRef}>
      {file && (
        <Form onSubmit={submit}>
          <TextField
            name="name"
            label={text.label}
            hint={text.hint}
            defaultValue={file.name}
            validate={fileNameProblem}
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
