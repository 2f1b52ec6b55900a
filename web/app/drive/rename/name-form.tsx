import type { ComponentProps, ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { fileNameProblem } from './file-name.ts'

type Props = {
  words: { label: string; hint?: string; submit: string }
  /** What is wrong with a name that could be stored. */
  problemOf?: (name: string) => string | null
  /** Gets the name without the spaces around it; the form closes by itself. */
  onSubmit: (name: string) => void
  onClose: () => void
  /** What is chosen besides the name. */
  children?: ReactNode
} & Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'onFocus'>

/** In a dialog: a name of a file, a folder or a tag. */
export function NameForm({ words, problemOf, onSubmit, onClose, children, ...field }: Props) {
  const submit = ({ name = '' }: Record<string, string>) => {
    onSubmit(name.trim())
    onClose()
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        name="name"
        label={words.label}
        hint={words.hint}
        required={false}
        validate={(name) => fileNameProblem(name) ?? problemOf?.(name) ?? null}
        autoComplete="off"
        spellCheck={false}
        {...field}
      />
      {children}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button type="submit">{words.submit}</Button>
      </div>
    </Form>
  )
}
