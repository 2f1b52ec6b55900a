import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { threats } from '#web/messages/threats.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '../vault-context.ts'

const text = threats.confirm

type Props = {
  /** Of the account; a code goes there. */
  email: string
  apps: readonly { id: string }[]
  onMailedCode: (code: string) => Promise<void>
  onAppCode: (factorId: string, code: string) => Promise<void>
  onProven: () => void
}

/** How a person shows that it is them: a code from the mailbox or, where there is one, from the authenticator app. */
export function ProveByCode({ email, apps, onMailedCode, onAppCode, onProven }: Props) {
  const [app] = apps
  const [isByMail, setByMail] = useState(app === undefined)
  return (
    <>
      {isByMail || app === undefined ? (
        <MailedCode email={email} onProve={onMailedCode} onProven={onProven} />
      ) : (
        <CodeForm label={text.toApp} onProve={(code) => onAppCode(app.id, code)} onProven={onProven} />
      )}
      {app !== undefined && (
        <Text>
          <TextButton onClick={() => setByMail(!isByMail)}>{isByMail ? text.toApp : text.toMail}</TextButton>
        </Text>
      )}
    </>
  )
}

type FormProps = { onProve: (code: string) => Promise<void>; onProven: () => void }

function MailedCode({ email, ...form }: FormProps & { email: string }) {
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
      <output className="block text-sm">{send.isPending ? text.sending : text.sent(email)}</output>
      <CodeForm label={text.code} {...form} />
      <Text>
        <TextButton onClick={() => send.mutate()}>{text.again}</TextButton>
      </Text>
    </>
  )
}

function CodeForm({ label, onProve, onProven }: FormProps & { label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const prove = useMutation({
    gcTime: 0,
    mutationFn: onProve,
    onSuccess: onProven,
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
