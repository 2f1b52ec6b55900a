import { useMutation } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { usePasswordLimits } from '#web/parts/people/use-policies.ts'

/** Signed in by a provider, an organisation or a code, and no vault yet: its password comes first, then the recovery kit. */
export function VaultPassword({ email }: { email: string }) {
  const text = m.account.vaultPassword
  const { account } = useVault()
  const signOut = useSignOut()
  const choose = useMutation({
    // gcTime 0: the password leaves memory with this screen.
    gcTime: 0,
    mutationFn: (password: string) => account.recover({ proof: { by: 'no-vault' }, password }),
  })

  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{text.lead}</Text>
      <Form onSubmit={({ password = '' }) => choose.mutate(password)}>
        {choose.error && <Notice tone="error">{sentenceFor(choose.error)}</Notice>}
        {/* Password managers fill by account: they need to see whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields limits={usePasswordLimits()} />
        <Notice tone="attention">{text.noReset}</Notice>
        <Button type="submit" size="lg" isBusy={choose.isPending}>
          {choose.isPending ? text.busy : text.submit}
        </Button>
      </Form>
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {text.email} {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{text.signOut}</TextButton>
      </Text>
    </StepFrame>
  )
}
