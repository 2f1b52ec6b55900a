import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { RecoveryCheck } from './recovery-check.tsx'
import { RecoveryWords } from './recovery-words.tsx'
import { StepFrame } from '../step-frame.tsx'

const text = byOthers.kit

/** New recovery words for a vault that has some, which nobody has any more. */
export function NewRecoveryKit() {
  const { recovery } = useVault()
  const state = useAccountState()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [step, setStep] = useState<'words' | 'check'>('words')
  // gcTime 0: password and words leave memory with this screen.
  const prepare = useMutation({ mutationFn: (password: string) => recovery.prepareKit(password), gcTime: 0 })
  const finish = useMutation({
    mutationFn: () => recovery.finishKit(),
    onError: (error) => {
      const isUnknown = error instanceof VaultError && error.code === 'offline'
      if (isUnknown) toastError(text.unknown, text.unknownText)
      else toastError(text.failed, sentenceFor(error))
    },
    onSuccess: ({ endsAgreement }) => {
      toastDone(text.done, endsAgreement ? byOthers.agreement.ended : text.doneText)
      void queries.invalidateQueries({ queryKey: ['recovery'] })
      void queries.invalidateQueries({ queryKey: ['security'] })
      void navigate('/dashboard', { replace: true })
    },
  })
  const words = prepare.data
  const email = state.kind === 'open' ? state.email : ''
  useLeaveGuard(words !== undefined && !finish.isSuccess)

  return (
    <StepFrame
      title={text.title}
      seed={email}
      isWide={words !== undefined}
      actions={<TextLink to="/dashboard">{text.later}</TextLink>}
    >
      {!words && (
        <>
          <Text tone="soft">{text.lead}</Text>
          <Form onSubmit={({ password = '' }) => prepare.mutate(password)}>
            {prepare.error && <Notice tone="error">{sentenceFor(prepare.error)}</Notice>}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField name="password" label={text.password} autoComplete="current-password" />
            <Button type="submit" size="lg" isBusy={prepare.isPending}>
              {prepare.isPending ? text.busy : text.submit}
            </Button>
          </Form>
        </>
      )}
      {words && step === 'words' && <RecoveryWords words={words} email={email} onKept={() => setStep('check')} />}
      {words && step === 'check' && (
        <RecoveryCheck
          words={words}
          isBusy={finish.isPending || finish.isSuccess}
          onBack={() => setStep('words')}
          onProven={() => finish.mutate()}
        />
      )}
    </StepFrame>
  )
}
