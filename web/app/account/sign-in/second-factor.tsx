import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AccountState, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { useWelcome } from './welcome.ts'
import { VaultProblem } from '../unlock/vault-problem.tsx'

const text = m.account.secondFactor
type Props = { state: Extract<AccountState, { kind: 'needs-second-factor' }> }

/** The password or passkey was right; a code comes before the vault opens. */
export function SecondFactor({ state: { email, apps, hasRecoveryCodes } }: Props) {
  const signOut = useSignOut()
  const [wanted, setWanted] = useState<'app' | 'recovery'>(apps.length > 0 ? 'app' : 'recovery')
  const isImpossible = apps.length === 0 && !hasRecoveryCodes

  return (
    <StepFrame title={text.title} seed={email}>
      {isImpossible ? (
        <Notice tone="attention">{text.impossible}</Notice>
      ) : wanted === 'app' ? (
        <AppCode apps={apps} />
      ) : (
        <RecoveryCode />
      )}
      {apps.length > 0 && hasRecoveryCodes && (
        <Text>
          <TextButton onClick={() => setWanted(wanted === 'app' ? 'recovery' : 'app')}>
            {wanted === 'app' ? text.toRecovery : text.toApp}
          </TextButton>
        </Text>
      )}
      {!hasRecoveryCodes && !isImpossible && <Text tone="soft">{text.noCodes}</Text>}
      <Text className="flex flex-wrap justify-between gap-2">
        <Span tone="hint" className="wrap-anywhere">
          {email}
        </Span>
        <TextButton onClick={() => void signOut()}>{m.account.unlock.signOut}</TextButton>
      </Text>
    </StepFrame>
  )
}

function AppCode({ apps }: Pick<Props['state'], 'apps'>) {
  const { account } = useVault()
  const [factorId, setFactorId] = useState(apps[0]?.id ?? '')
  return (
    <CodeForm
      key="app"
      lead={text.lead}
      label={text.code}
      isNumeric
      onProve={(code) => account.proveSecondFactor({ kind: 'app', factorId, code })}
    >
      {apps.length > 1 && (
        <ChoiceBar
          label={text.whichApp}
          value={factorId}
          onChange={setFactorId}
          options={apps.map(({ id, name }) => [id, name ?? text.unnamed] as const)}
        />
      )}
    </CodeForm>
  )
}

function RecoveryCode() {
  const { account } = useVault()
  return (
    <CodeForm
      key="recovery"
      lead={text.recoveryLead}
      label={text.recoveryCode}
      onProve={(code) => account.proveSecondFactor({ kind: 'recovery', code })}
    />
  )
}

type FormProps = {
  lead: string
  label: string
  isNumeric?: boolean
  onProve: (code: string) => Promise<void>
  children?: ReactNode
}

function CodeForm({ lead, label, isNumeric = false, onProve, children }: FormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const prove = useMutation({
    gcTime: 0,
    mutationFn: onProve,
    onSuccess: useWelcome(),
    onError: () => field.current?.select(),
  })
  const isWrong = prove.error instanceof VaultError && prove.error.code === 'wrong_code'
  const problem = isNumeric ? sentenceFor(prove.error) : text.wrongRecovery

  return (
    <>
      <Text tone="soft">{lead}</Text>
      <Form onSubmit={({ code = '' }) => prove.mutate(code)}>
        {prove.error && !isWrong && <VaultProblem error={prove.error} onForgotten={prove.reset} />}
        {children}
        <TextField
          ref={field}
          name="code"
          label={label}
          isMono
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(isNumeric ? { inputMode: 'numeric' as const, maxLength: 7 } : {})}
          problem={isWrong ? problem : null}
          onValueChange={() => isWrong && prove.reset()}
        />
        <Button type="submit" size="lg" isBusy={prove.isPending}>
          {prove.isPending ? text.busy : text.submit}
        </Button>
      </Form>
    </>
  )
}
