import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CodeReceiver, type Stay, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { readCodeReceiver } from './code-receiver.ts'
import { ResendCode } from '../resend.tsx'
import { SentCodeField, withoutGaps } from './sent-code-field.tsx'
import { useWelcome } from './welcome.ts'

const text = m.account.sentCode

/** Six digits by mail or SMS instead of the password: first where to, then the digits. */
export function CodeSignIn({ hasSms, stay }: { hasSms: boolean; stay: Stay }) {
  const [to, setTo] = useState<CodeReceiver | null>(null)
  return to ? (
    <TypeCode to={to} stay={stay} onChange={() => setTo(null)} />
  ) : (
    <AskForCode hasSms={hasSms} onSent={setTo} />
  )
}

function AskForCode({ hasSms, onSent }: { hasSms: boolean; onSent: (to: CodeReceiver) => void }) {
  const { account } = useVault()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = useMutation({
    mutationFn: account.sendCode,
    onSuccess: (_, to) => onSent(to),
    onError: (error) => toastError(m.account.toast.signInError, serviceMessage(error)),
  })
  const read = (typed: string) => {
    const to = readCodeReceiver(typed)
    return to && (hasSms || 'email' in to) ? to : null
  }

  return (
    <Form
      onSubmit={({ codeTo = '' }) => {
        const to = read(codeTo)
        if (to) send.mutate(to)
      }}
    >
      <Text tone="soft">{text.lead}</Text>
      {send.error && <Notice tone="error">{sentenceFor(send.error)}</Notice>}
      <TextField
        ref={field}
        name="codeTo"
        label={hasSms ? text.to : text.toEmail}
        hint={hasSms ? text.toHint : undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        validate={(typed) => (typed && !read(typed) ? (hasSms ? text.invalid : text.invalidEmail) : null)}
      />
      <Button type="submit" isBusy={send.isPending}>
        {send.isPending ? text.sending : text.send}
      </Button>
    </Form>
  )
}

type TypeProps = { to: CodeReceiver; stay: Stay; onChange: () => void }

function TypeCode({ to, stay, onChange }: TypeProps) {
  const { account } = useVault()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const signIn = useMutation({
    gcTime: 0,
    mutationFn: account.signInWithCode,
    onSuccess: useWelcome(),
    onError: (error) => {
      toastError(m.account.toast.signInError, serviceMessage(error))
      field.current?.select()
    },
  })
  const isWrong = signIn.error instanceof VaultError && signIn.error.code === 'wrong_sent_code'

  return (
    <Form onSubmit={({ sentCode = '' }) => signIn.mutate({ to, code: withoutGaps(sentCode), stay })}>
      <Notice tone="info">{text.sent('email' in to ? to.email : to.phone)}</Notice>
      {signIn.error && !isWrong && <Notice tone="error">{sentenceFor(signIn.error)}</Notice>}
      <SentCodeField
        ref={field}
        problem={isWrong ? sentenceFor(signIn.error) : null}
        onValueChange={() => isWrong && signIn.reset()}
      />
      <Button type="submit" isBusy={signIn.isPending}>
        {signIn.isPending ? text.busy : text.submit}
      </Button>
      <ResendCode onSend={() => account.sendCode(to)} />
      <Text>
        <TextButton onClick={onChange}>{text.change}</TextButton>
      </Text>
    </Form>
  )
}
