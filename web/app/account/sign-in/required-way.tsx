import { useState } from 'react'
import type { SignInWays } from '#contract/organisation/policies.ts'
import type { AccountState } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { ConfirmPersonDialog } from '../../security/protection/confirm-person-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { OrganisationSignIn } from './organisation-sign-in.tsx'
import { useProviderWays, useWays, WayList } from './other-ways.tsx'
import { NewPasskey, OwnPasskey } from './passkey-ways.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

const text = policies.requiredWay
type Props = { state: Extract<AccountState, { kind: 'needs-factor' }> & { ways: SignInWays } }

/**
 * The organisation takes some ways to sign in alone, and this session was opened by another: who it is, and the ways to one that fits. An account that has one signs in by that; the server
 * adds no other in this session. */
export function RequiredWay({ state: { email, organisation, hasPasskey, hasProvider, ways } }: Props) {
  const signOut = useSignOut()
  const byPasskey = usePasskeySignIn()
  const takes = { passkey: ways !== 'provider', provider: ways !== 'passkey' }
  const hasWay = (takes.passkey && hasPasskey) || (takes.provider && hasProvider)
  const passkey = {
    isBusy: byPasskey.isPending,
    onUse: () => byPasskey.mutate({ isNew: !hasPasskey }),
  }
  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{text.lead[ways](organisation)}</Text>
      {byPasskey.error && <Notice tone="error">{sentenceFor(byPasskey.error)}</Notice>}
      {takes.passkey && hasPasskey && <OwnPasskey {...passkey} />}
      {takes.passkey && !hasWay && <NewPasskey isMain {...passkey} />}
      {takes.provider && (hasProvider || !hasWay) && <Providers hasOwn={hasProvider} />}
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{policies.required.signOut}</TextButton>
      </Text>
      <ConfirmPersonDialog />
    </StepFrame>
  )
}

/** Signing in by a provider adds it to the account that has its verified address, while that has no way that fits. */
function Providers({ hasOwn }: { hasOwn: boolean }) {
  const stay = useVault().account.stay.read()
  const { ways, reason } = useWays()
  const { list, problem } = useProviderWays(ways, stay)
  const [isOpen, setOpen] = useState(false)
  const organisation = {
    id: 'organisation',
    label: m.account.ways.names.organisation,
    isOpen,
    onChoose: ways?.hasOrganisations ? () => setOpen(!isOpen) : undefined,
  }
  return (
    <>
      <WayList title={text.providers} ways={[organisation, ...list]} reason={reason} problem={problem}>
        {isOpen && <OrganisationSignIn stay={stay} />}
      </WayList>
      {[organisation, ...list].some(({ onChoose }) => onChoose) && (
        <Text tone="hint" size="xs">
          {hasOwn ? text.ownProviderHint : text.providersHint}
        </Text>
      )}
    </>
  )
}
