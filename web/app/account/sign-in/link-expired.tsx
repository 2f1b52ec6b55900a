import { useMutation } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** After a mail link that no longer works: why, and a new one. */
export function LinkExpired() {
  const text = m.account.linkExpired
  const { account } = useVault()
  const resend = useMutation({ mutationFn: account.resendConfirmation })

  return (
    <Card className="p-4">
      <Heading look="small">{text.title}</Heading>
      <Text tone="soft" className="mt-1 mb-3">
        {text.text}
      </Text>
      {resend.isSuccess ? (
        <Notice tone="done">{text.sent}</Notice>
      ) : (
        <Form onSubmit={({ resendEmail = '' }) => resend.mutate(resendEmail)}>
          {resend.error && <Notice tone="error">{sentenceFor(resend.error)}</Notice>}
          <TextField name="resendEmail" label={m.account.login.email} type="email" autoComplete="email" />
          <Button type="submit" variant="outline" isBusy={resend.isPending}>
            {resend.isPending ? text.busy : text.submit}
          </Button>
        </Form>
      )}
    </Card>
  )
}
