import { useRef, type RefObject } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const submit = ({ name = '' }: Record<string, string>) => {
    if (file && name.trim() !== file.name) onRename(file, name.trim())
    onClose()
  }

  return (
    <Dialog isOpen={file !== null} onClose={onClose} title={text.title} finalFocus={gridRef}>
      {file && (
        <Form onSubmit={submit}>
          <TextField
            ref={input}
            name="name"
            label={text.label}
            hint={text.hint}
            defaultValue={file.name}
            validate={fileNameProblem}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.currentTarget.setSelectionRange(0, stemLength(file.name))}
          />
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              {m.common.cancel}
            </Button>
            <Button type="submit">{text.submit}</Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
