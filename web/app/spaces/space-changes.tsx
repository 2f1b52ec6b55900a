import { useRef, useState } from 'react'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { NameForm } from '../drive/rename/name-form.tsx'
import { useSpaceActions } from './use-space-actions.ts'

const text = spaceWords.manage

export function RenameSpace({ space }: { space: TeamSpace }) {
  const { rename } = useSpaceActions()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
        {text.rename}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={text.rename} finalFocus={button}>
        <NameForm
          words={{ label: text.renameName, submit: text.rename }}
          defaultValue={space.name ?? ''}
          onSubmit={(name) => rename.mutate({ space, name })}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}

export function LeaveSpace({ space }: { space: TeamSpace }) {
  const { leave } = useSpaceActions()
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} variant="outline" isBusy={leave.isPending} onClick={() => setAsking(true)}>
        {text.leave}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={text.leaveTitle(space.name ?? '')}
        text={text.leaveText}
        confirmLabel={text.leave}
        cancelLabel={m.common.cancel}
        onConfirm={() => leave.mutate(space.id)}
        onClose={() => setAsking(false)}
        finalFocus={button}
      />
    </>
  )
}

/** It takes everybody's files along, so its name has to be typed. */
export function DeleteSpace({ space }: { space: TeamSpace }) {
  const { remove } = useSpaceActions()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = space.name ?? ''
  return (
    <>
      <Button ref={button} variant="outline-danger" onClick={() => setOpen(true)}>
        {text.delete}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={text.deleteTitle(name)} finalFocus={button}>
        <Form onSubmit={() => remove.mutate(space.id)}>
          <Text tone="soft">{text.deleteText}</Text>
          <TextField
            name="name"
            label={text.deleteLabel(name)}
            validate={(typed) => (typed && typed.trim() !== name ? text.deleteWrong : null)}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="outline" onClick={() => setOpen(false)}>
              {m.common.cancel}
            </Button>
            <Button type="submit" variant="danger" isBusy={remove.isPending}>
              {remove.isPending ? text.deleting : text.deleteConfirm}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
