import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useWindowDrop } from '../../drive/upload/use-window-drop.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StayChoice } from '../stay-choice.tsx'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { UnlockWithPasskey } from './unlock-with-passkey.tsx'
import { VaultProblem } from './vault-problem.tsx'

/** A session without keys in memory: the password opens the vault again, or continues with one that is not made yet (`isNew`). */
export function Unlock({ email, isNew }: { email: string; isNew: boolean }) {
  const text = isNew ? m.account.continueSetup : m.account.unlock
  const { account } = useVault()
  const signOut = useSignOut()
  const [stay, setStay] = useState(account.stay.read)
  const unlock = useMutation({
    mutationFn: (typed: string) => account.unlock(typed, stay),
    onError: () => password.current?.select(),
  })
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => password.current?.focus(), [])
  // Most people who drop a file here came back to a vault that locked meanwhile.
  useWindowDrop(() => toastError(m.transfers.locked.title, m.transfers.locked.text))
  const isWrong = unlock.error instanceof VaultError && unlock.error.code === 'wrong_password'

  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{text.lead}</Text>
      <Form onSubmit={({ password = '' }) => unlock.mutate(password)}>
        {unlock.error && !isWrong && <VaultProblem error={unlock.error} onForgotten={unlock.reset} />}
        {/* Password managers fill by account: they need to see whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          ref={password}
          name="password"
          label={text.password}
          autoComplete="current-password"
          problem={isWrong ? sentenceFor(unlock.error) : null}
          onValueChange={() => isWrong && unlock.reset()}
        />
        <div>
          <Text className="mb-1 font-semibold">{m.account.stay.title}</Text>
          <StayChoice value={stay} onChange={setStay} />
        </div>
        <Button type="submit" size="lg" isBusy={unlock.isPending}>
          {unlock.isPending ? text.busy : text.submit}
        </Button>
        {!isNew && <UnlockWithPasskey stay={stay} />}
      </Form>
      <Text>
        <TextLink to="/forgot-password">{text.forgotten}</TextLink>
      </Text>
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{text.signOut}</TextButton>
      </Text>
    </StepFrame>
  )
}
