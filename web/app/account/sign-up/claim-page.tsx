import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { sentenceFor } from '#web/messages/errors.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { VaultError } from '#vault/session/vault-error.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { StepFrame } from '../step-frame.tsx'

const text = m.account.claim

/** Where the link leads that a new server prints: the account that is signed in becomes its administrator. */
export function ClaimPage() {
  const { hash } = useLocation()
  const state = useAccountState()
  if (state.kind === 'loading') return <PageSpinner label={m.common.loading} />
  return (
    <StepFrame title={text.title} seed={location.host}>
      {'email' in state && state.kind !== 'needs-second-factor' ? (
        <ClaimForm email={state.email} secret={hash.slice(1)} />
      ) : (
        <>
          <Text>{text.first}</Text>
          <Text>
            <TextLink to="/signup">{text.signUp}</TextLink> · <TextLink to="/login">{text.signIn}</TextLink>
          </Text>
        </>
      )}
    </StepFrame>
  )
}

function ClaimForm({ email, secret }: { email: string; secret: string }) {
  const { installation } = useVault()
  const claim = useMutation({ mutationFn: () => installation.claim(secret) })
  if (claim.isSuccess) {
    return (
      <>
        <Notice tone="info">{text.done(email)}</Notice>
        <TextLink to="/dashboard" reloadDocument>
          {text.toDashboard}
        </TextLink>
      </>
    )
  }
  const isRefused = claim.error instanceof VaultError && claim.error.code === 'not_allowed'
  return (
    <>
      {claim.error && <Notice tone="error">{isRefused ? text.refused : sentenceFor(claim.error)}</Notice>}
      <Text>{text.lead}</Text>
      <Button className="self-start" isBusy={claim.isPending} onClick={() => claim.mutate()}>
        {text.submit(email)}
      </Button>
    </>
  )
}
