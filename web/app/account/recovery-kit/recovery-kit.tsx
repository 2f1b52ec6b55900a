import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationFor } from '#web/lib/account/arrival/invitation.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { TextButton } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { InviterCheck } from './inviter-check.tsx'
import { RecoveryCheck } from './recovery-check.tsx'
import { RecoveryIntro } from './recovery-intro.tsx'
import { RecoveryWords } from './recovery-words.tsx'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'

/** First sign-in: make the keys, show the words, have three of them typed back, only then store anything. */
export function RecoveryKit({ email }: { email: string }) {
  const { account } = useVault()
  const signOut = useSignOut()
  const [step, setStep] = useState<'words' | 'check'>('words')
  const report = (error: Error) => toastError(m.recovery.failed, sentenceFor(error))
  // gcTime 0: the words leave memory with this screen.
  const prepare = useMutation({ mutationFn: account.prepareRecoveryKit, gcTime: 0, onError: report })
  const finish = useMutation({ mutationFn: account.finishRecoveryKit, onError: report })
  const [invitation] = useState(() => invitationFor(email))
  const [isInvited, setInvited] = useState(invitation?.isSameAddress ?? false)
  const inviter = invitation && isInvited ? invitation.inviter : null
  const words = prepare.data
  // Words that were written down would be void: a reload makes new keys and new words.
  useLeaveGuard(words !== undefined && !finish.isSuccess)

  return (
    <StepFrame
      title={m.recovery.title}
      seed={email}
      isWide
      actions={<TextButton onClick={() => void signOut()}>{m.recovery.signOut}</TextButton>}
    >
      {!words && (
        <RecoveryIntro isBusy={prepare.isPending} onStart={() => prepare.mutate(inviter)}>
          {invitation && (
            <InviterCheck invitation={invitation} email={email} isChecked={isInvited} onChange={setInvited} />
          )}
        </RecoveryIntro>
      )}
      {words && step === 'words' && <RecoveryWords words={words} email={email} onKept={() => setStep('check')} />}
      {words && step === 'check' && (
        <RecoveryCheck
          words={words}
          isBusy={finish.isPending || finish.isSuccess}
          onBack={() => setStep('words')}
          onProven={() => finish.mutate(inviter !== null)}
        />
      )}
    </StepFrame>
  )
}
