import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const LONGEST_NAME = 120

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  lead?: string
  /** Initial value of the field. */
  name: string
  submit: string
  busy: string
  /** Shows what became of it. */
  onName: (name: string) => Promise<void>
}

/** Asks for the name of a passkey, for a new one and for one that there is. */
export function PasskeyNameDialog({ isOpen, onClose, title, ...form }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <NameForm onClose={onClose} {...form} />
    </Dialog>
  )
}

function NameForm({ lead, name, submit, busy, onName, onClose }: Omit<Props, 'isOpen' | 'title'>) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: onName,
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })
  return (
    <Form onSubmit={({ name: wanted = '' }) => save.mutate(wanted.trim())}>
      {lead && <Text tone="soft">{lead}</Text>}
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <TextField name="name" label={m.protection.passkeys.name} defaultValue={name} maxLength={LONGEST_NAME} />
      <Button type="submit" isBusy={save.isPending}>
        {save.isPending ? busy : submit}
      </Button>
    </Form>
  )
}
