import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AccountState, VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { threats } from '#web/messages/threats.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '../../vault-context.ts'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '../use-sign-out.ts'
import { ReasonList } from '../../threats/reason-list.tsx'
import { useWelcome } from './welcome.ts'

const text = threats.confirm
type Props = { state: Extract<AccountState, { kind: 'needs-confirmation' }> }

/** Something unusual was noticed about the session. What it was, and how its person shows that it is them. */
export function ConfirmPerson({ state: { email, reasons, apps } }: Props) {
  const signOut = useSignOut()
  const [app] = apps
  const [isByMail, setByMail] = useState(app === undefined)
  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{text.lead}</Text>
      {reasons.length > 0 && (
        <section aria-label={text.noticed} className="flex flex-col gap-2">
          <Heading look="small">{text.noticed}</Heading>
          <ReasonList reasons={reasons} />
        </section>
      )}
      {isByMail || app === undefined ? <MailedCode email={email} /> : <AppCode factorId={app.id} />}
      {app !== undefined && (
        <Text>
          <TextButton onClick={() => setByMail(!isByMail)}>{isByMail ? text.toApp : text.toMail}</TextButton>
        </Text>
      )}
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

function MailedCode({ email }: { email: string }) {
  const { account } = useVault()
  const send = useMutation({ gcTime: 0, mutationFn: account.sendConfirmationCode })
  if (!send.isSuccess && !send.isPending) {
    return (
      <>
        <Text>{text.mailLead(email)}</Text>
        {send.error && <Notice tone="attention">{sentenceFor(send.error)}</Notice>}
        <Button size="lg" onClick={() => send.mutate()}>
          {text.send}
        </Button>
      </>
    )
  }
  return (
    <>
      <output>{send.isPending ? text.sending : text.sent(email)}</output>
      <CodeForm label={text.code} onProve={account.confirmByCode} />
      <Text>
        <TextButton onClick={() => send.mutate()}>{text.again}</TextButton>
      </Text>
    </>
  )
}

function AppCode({ factorId }: { factorId: string }) {
  const { account } = useVault()
  return <CodeForm label={text.toApp} onProve={(code) => account.proveSecondFactor({ kind: 'app', factorId, code })} />
}

function CodeForm({ label, onProve }: { label: string; onProve: (code: string) => Promise<void> }) {
  const field = useRef<HTMLInputElement>(null)
  const prove = useMutation({
    gcTime: 0,
    mutationFn: onProve,
    onSuccess: useWelcome(),
    onError: () => field.current?.select(),
  })
  const isWrong = prove.error instanceof VaultError && prove.error.code === 'wrong_code'
  return (
    <Form onSubmit={({ code = '' }) => prove.mutate(code)}>
      {prove.error && !isWrong && <Notice tone="attention">{sentenceFor(prove.error)}</Notice>}
      <TextField
        ref={field}
        name="code"
        label={label}
        isMono
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        problem={isWrong ? text.wrong : null}
        onValueChange={() => isWrong && prove.reset()}
      />
      <Button type="submit" size="lg" isBusy={prove.isPending}>
        {prove.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
