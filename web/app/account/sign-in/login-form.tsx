import { useMutation } from '@tanstack/react-query'
import { type Stay, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useWelcome } from './welcome.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { RememberMe } from './remember-me.tsx'
import { ResendLink } from '../resend.tsx'
import { VaultProblem } from '../unlock/vault-problem.tsx'

type Props = { stay: Stay; onStay: (stay: Stay) => void }

export function LoginForm({ stay, onStay }: Props) {
  const text = m.account.login
  const { account } = useVault()
  const signIn = useMutation({
    mutationFn: account.signIn,
    onSuccess: useWelcome(),
    onError: (error) => toastError(m.account.toast.signInError, serviceMessage(error)),
  })
  const needsConfirmation = signIn.error instanceof VaultError && signIn.error.code === 'email_not_confirmed'

  return (
    <Form onSubmit={({ email = '', password = '' }) => signIn.mutate({ email, password, stay })}>
      {signIn.error && (
        <VaultProblem
          error={signIn.error}
          onForgotten={signIn.reset}
          tone={needsConfirmation ? 'attention' : 'error'}
          action={needsConfirmation && <ResendLink email={signIn.variables.email} />}
        />
      )}
      <TextField name="email" label={text.email} type="email" autoComplete="username" autoCapitalize="none" />
      <PasswordField name="password" label={text.password} autoComplete="current-password" />
      <Text>
        <TextLink to="/forgot-password">{text.forgot}</TextLink>
      </Text>
      <RememberMe stay={stay} onChange={onStay} />
      <Button type="submit" size="lg" isBusy={signIn.isPending}>
        {signIn.isPending ? text.busy : text.submit}
      </Button>
      <PasskeyButton stay={stay} />
    </Form>
  )
}
