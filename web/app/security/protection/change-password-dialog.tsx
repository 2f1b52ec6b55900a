import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { usePasswordLimits } from '#web/parts/people/use-policies.ts'

const words = m.protection.password
type Props = { isOpen: boolean; onClose: () => void }

/** The present password proves the person; the new one takes over in one step on the server, or not at all. */
export function ChangePasswordDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.change}>
      <ChangePasswordForm onDone={onClose} />
    </Dialog>
  )
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { protection } = useVault()
  const state = useAccountState()
  const queries = useQueryClient()
  const change = useMutation({
    // gcTime 0: both passwords leave memory with this dialog.
    gcTime: 0,
    mutationFn: protection.changePassword,
    onSuccess: ({ endsAgreement }) => {
      toastDone(words.changed, endsAgreement ? byOthers.agreement.ended : words.changedText)
      onDone()
      void queries.invalidateQueries({ queryKey: ['recovery'] })
      return queries.invalidateQueries({ queryKey: ['security'] })
    },
  })
  const code = change.error instanceof VaultError ? change.error.code : undefined
  const isWrong = code === 'wrong_password'

  return (
    <Form onSubmit={({ current = '', password = '' }) => change.mutate({ current, next: password })}>
      {change.error && !isWrong && (
        <Notice tone="error">{code === 'offline' ? words.unknown : sentenceFor(change.error)}</Notice>
      )}
      {/* Password managers fill by account: they need to see whose password this is. */}
      {state.kind === 'open' && (
        <input type="email" name="username" autoComplete="username" value={state.email} readOnly hidden />
      )}
      <PasswordField
        name="current"
        label={words.current}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(change.error) : null}
        onValueChange={() => isWrong && change.reset()}
      />
      <NewPasswordFields limits={usePasswordLimits()} label={words.next} />
      <Text tone="soft">
        {words.files} {words.otherSessions}
      </Text>
      <Button type="submit" isBusy={change.isPending}>
        {change.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
