import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AccountState } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { AddAppDialog } from '../../security/protection/add-app-dialog.tsx'
import { ConfirmPersonDialog } from '../../security/protection/confirm-person-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { NewPasskey, OwnPasskey } from './passkey-ways.tsx'
import { RequiredWay } from './required-way.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { dismissGreeting, useWelcome } from './welcome.ts'

const text = policies.required
type Props = { state: Extract<AccountState, { kind: 'needs-factor' }> }

/** The page of what the organisation requires and the session has not shown: a way to sign in, or a second factor. */
export function Required({ state }: Props) {
  useEffect(dismissGreeting, [])
  const { ways } = state
  return ways === undefined ? <RequiredFactor state={state} /> : <RequiredWay state={{ ...state, ways }} />
}

/**
 * The organisation requires a second factor: who it is, and the ways to one, each of which continues into the vault. Who has a passkey signs
 * in with it: another factor is added in that session only. Where identity providers alone open the vault a passkey is none.
 */
function RequiredFactor({ state: { email, organisation, hasPasskey, takesPasskey } }: Props) {
  const signOut = useSignOut()
  const { account } = useVault()
  const [isAdding, setAdding] = useState(false)
  const onSuccess = useWelcome()
  const finish = useMutation({ mutationFn: account.continueWithFactor, onSuccess })
  const byPasskey = usePasskeySignIn()
  const ownPasskey = hasPasskey && takesPasskey
  const error = finish.error ?? byPasskey.error
  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{ownPasskey ? text.leadPasskey(organisation) : text.lead(organisation)}</Text>
      {error && <Notice tone="error">{sentenceFor(error)}</Notice>}
      {ownPasskey ? (
        <OwnPasskey isBusy={byPasskey.isPending} onUse={() => byPasskey.mutate({ isNew: false })} />
      ) : (
        <>
          <div className="flex flex-col gap-1.5">
            <Button size="lg" isBusy={finish.isPending} onClick={() => setAdding(true)}>
              {text.app}
            </Button>
            <Text tone="hint" size="xs">
              {text.appHint}
            </Text>
          </div>
          {takesPasskey && <NewPasskey isBusy={byPasskey.isPending} onUse={() => byPasskey.mutate({ isNew: true })} />}
        </>
      )}
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{text.signOut}</TextButton>
      </Text>
      <AddAppDialog
        isOpen={isAdding}
        taken={[]}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false)
          finish.mutate()
        }}
      />
      <ConfirmPersonDialog />
    </StepFrame>
  )
}
