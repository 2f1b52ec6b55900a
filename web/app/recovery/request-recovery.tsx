import { useMutation } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Asks for the mail. The page says what the link cannot do before the click. */
export function RequestRecovery() {
  const text = m.account.forgot
  const { account } = useVault()
  const send = useMutation({ mutationFn: account.sendRecovery })

  if (send.isSuccess) return <Notice tone="done">{text.sent(send.variables)}</Notice>
  return (
    <Form onSubmit={({ email = '' }) => send.mutate(email.trim().toLowerCase())}>
      {send.error && <Notice tone="error">{sentenceFor(send.error)}</Notice>}
      <TextField
        name="email"
        label={m.account.login.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <Notice tone="attention">{text.needsWords}</Notice>
      <Button type="submit" size="lg" isBusy={send.isPending}>
        {send.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
