import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = threats.confirm

type Props = {
  /** Of the account; a code goes there. */
  email: string
  apps: readonly { id: string }[]
  onMailedCode: (code: string) => Promise<void>
  onAppCode: (factorId: string, code: string) => Promise<void>
  /** What only a second factor lifts ends then by itself, ISO 8601. */
  onlyFactorUntil?: string | null
  /** Only where the password is enough. */
  onPassword?: (password: string) => Promise<void>
  onProven: () => void
}

type Way = 'app' | 'password' | 'mail'
const toWay = (way: Way): string => ({ app: text.toApp, password: text.toPassword, mail: text.toMail })[way]

/** How a person shows that it is them: a code from the mailbox or, where there is one, from the authenticator app, or the password where it is enough. */
export function ProveByCode({ email, apps, onlyFactorUntil = null, ...ways }: Props) {
  if (onlyFactorUntil === null) return <AnyWay email={email} apps={apps} {...ways} />
  const [app] = apps
  return (
    <>
      <Text>{text.onlyFactor(formatDateTime(new Date(onlyFactorUntil)))}</Text>
      {app && <CodeForm label={text.toApp} onProve={(code) => ways.onAppCode(app.id, code)} onProven={ways.onProven} />}
    </>
  )
}

function AnyWay({ email, apps, onMailedCode, onAppCode, onPassword, onProven }: Omit<Props, 'onlyFactorUntil'>) {
  const [app] = apps
  const ways: Way[] = ['mail']
  if (onPassword) ways.unshift('password')
  if (app) ways.unshift('app')
  const [chosen, choose] = useState<Way>()
  const way = ways.find((one) => one === chosen) ?? ways[0]
  return (
    <>
      {way === 'mail' && (
        <MailedCode email={email} isCodeNeeded={!onPassword} onProve={onMailedCode} onProven={onProven} />
      )}
      {way === 'app' && app && (
        <CodeForm label={text.toApp} onProve={(code) => onAppCode(app.id, code)} onProven={onProven} />
      )}
      {way === 'password' && onPassword && <PasswordForm onProve={onPassword} onProven={onProven} />}
      {ways
        .filter((one) => one !== way)
        .map((one) => (
          <Text key={one}>
            <TextButton onClick={() => choose(one)}>{toWay(one)}</TextButton>
          </Text>
        ))}
    </>
  )
}

type FormProps = { onProve: (code: string) => Promise<void>; onProven: () => void }

function PasswordForm({ onProve, onProven }: FormProps) {
  const prove = useMutation({ gcTime: 0, mutationFn: onProve, onSuccess: onProven })
  const isWrong = prove.error instanceof VaultError && prove.error.code === 'wrong_password'
  return (
    <Form onSubmit={({ password = '' }) => prove.mutate(password)}>
      {prove.error && !isWrong && <Notice tone="attention">{sentenceFor(prove.error)}</Notice>}
      <PasswordField
        name="password"
        label={text.password}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(prove.error) : null}
        onValueChange={() => isWrong && prove.reset()}
      />
      <Button type="submit" size="lg" isBusy={prove.isPending}>
        {prove.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

/** @param isCodeNeeded the password alone is not enough, which is said. */
function MailedCode({ email, isCodeNeeded, ...form }: FormProps & { email: string; isCodeNeeded: boolean }) {
  const { account } = useVault()
  const send = useMutation({ gcTime: 0, mutationFn: account.sendConfirmationCode })
  if (!send.isSuccess && !send.isPending) {
    return (
      <>
        <Text>{isCodeNeeded ? text.mailLead(email) : text.mailLeadAlone(email)}</Text>
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
