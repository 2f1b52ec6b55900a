import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const words = m.protection.email
type Props = { isOpen: boolean; email: string; onClose: () => void }

/** The new address and the password. Nothing changes before the new mailbox confirms. */
export function ChangeEmailDialog({ isOpen, email, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.change}>
      <ChangeEmailForm email={email} onDone={onClose} />
    </Dialog>
  )
}

function ChangeEmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { protection } = useVault()
  const queries = useQueryClient()
  const ask = useMutation({
    // gcTime 0: the password leaves memory with this dialog.
    gcTime: 0,
    mutationFn: protection.requestEmail,
    onSuccess: (_, { next }) => {
      toastDone(words.asked, words.askedText(next))
      onDone()
      return queries.invalidateQueries({ queryKey: ['security'] })
    },
  })
  const isWrong = ask.error instanceof VaultError && ask.error.code === 'wrong_password'
  const isSame = (typed: string) => typed.trim().toLowerCase() === email

  return (
    <Form onSubmit={({ next = '', password = '' }) => ask.mutate({ next: next.trim().toLowerCase(), password })}>
      <Text tone="soft">{words.dialogLead(email)}</Text>
      {ask.error && !isWrong && <Notice tone="error">{sentenceFor(ask.error)}</Notice>}
      {/* Password managers fill by account: they need to see whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        name="next"
        label={words.next}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        validate={(typed) => (typed && isSame(typed) ? words.same : null)}
      />
      <PasswordField
        name="password"
        label={words.password}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(ask.error) : null}
        onValueChange={() => isWrong && ask.reset()}
      />
      <Button type="submit" isBusy={ask.isPending}>
        {ask.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
