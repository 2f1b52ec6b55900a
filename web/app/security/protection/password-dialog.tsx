import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  lead: readonly string[]
  submit: string
  busy: string
  isDanger?: boolean
  /** Shows what became of it. */
  onPassword: (password: string) => Promise<void>
}

/** Asks for the password, for what a session alone must not do. */
export function PasswordDialog({ isOpen, onClose, title, ...form }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <PasswordForm onClose={onClose} {...form} />
    </Dialog>
  )
}

function PasswordForm({ lead, submit, busy, isDanger, onPassword, onClose }: Omit<Props, 'isOpen' | 'title'>) {
  const queries = useQueryClient()
  const prove = useMutation({
    // gcTime 0: the password leaves memory with this dialog.
    gcTime: 0,
    mutationFn: onPassword,
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })
  const isWrong = prove.error instanceof VaultError && prove.error.code === 'wrong_password'
  return (
    <Form onSubmit={({ password = '' }) => prove.mutate(password)}>
      {lead.map((sentence) => (
        <Text key={sentence} tone="soft">
          {sentence}
        </Text>
      ))}
      {prove.error && !isWrong && <Notice tone="error">{sentenceFor(prove.error)}</Notice>}
      <PasswordField
        name="password"
        label={m.protection.confirm.password}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(prove.error) : null}
        onValueChange={() => isWrong && prove.reset()}
      />
      <Button type="submit" {...(isDanger ? { variant: 'danger' as const } : {})} isBusy={prove.isPending}>
        {prove.isPending ? busy : submit}
      </Button>
    </Form>
  )
}
