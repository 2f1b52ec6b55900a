import { useEffect } from 'react'
import type { AccountState } from '#web/lib/remote/vault-client.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Heading, Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { ProveByCode } from '../../threats/prove-by-code.tsx'
import { ReasonList } from '#web/parts/threats/reason-list.tsx'
import { dismissGreeting, useWelcome } from './welcome.ts'

const text = threats.confirm
type Props = { state: Extract<AccountState, { kind: 'needs-confirmation' }> }

/** Something unusual was noticed about the session. What it was, and how its person shows that it is them. */
export function ConfirmPerson({ state: { email, reasons, apps, takesPassword, onlyFactorUntil } }: Props) {
  const signOut = useSignOut()
  const { account } = useVault()
  useEffect(dismissGreeting, [])
  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{text.lead}</Text>
      {reasons.length > 0 && (
        <section aria-label={text.noticed} className="flex flex-col gap-2">
          <Heading look="small">{text.noticed}</Heading>
          <ReasonList reasons={reasons} />
        </section>
      )}
      <ProveByCode
        email={email}
        apps={apps}
        onlyFactorUntil={onlyFactorUntil}
        onMailedCode={account.confirmByCode}
        onAppCode={(factorId, code) => account.proveSecondFactor({ kind: 'app', factorId, code })}
        {...(takesPassword ? { onPassword: account.confirmByPassword } : {})}
        onProven={useWelcome()}
      />
      <Text tone="soft">{text.wasNotMe}</Text>
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{text.signOut}</TextButton>
      </Text>
    </StepFrame>
  )
}
