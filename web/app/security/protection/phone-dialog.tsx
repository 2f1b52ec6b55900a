import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { readCodeReceiver } from '../../account/sign-in/code-receiver.ts'
import { ResendCode } from '../../account/resend.tsx'
import { SentCodeField, withoutGaps } from '../../account/sign-in/sent-code-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.phone
type Props = { isOpen: boolean; title: string; onClose: () => void }

/** A number, then the code that shows whose it is. */
export function PhoneDialog({ isOpen, title, onClose }: Props) {
  const [number, setNumber] = useState<string | null>(null)
  const close = () => {
    setNumber(null)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      {number ? <ProveNumber number={number} onDone={close} /> : <TypeNumber onSent={setNumber} />}
    </Dialog>
  )
}

function readNumber(typed: string): string | null {
  const to = readCodeReceiver(typed)
  return to && 'phone' in to ? to.phone : null
}

function TypeNumber({ onSent }: { onSent: (number: string) => void }) {
  const { requestPhone } = useProtection()
  const request = useMutation({ mutationFn: requestPhone, onSuccess: (_, number) => onSent(number) })
  return (
    <Form
      onSubmit={({ phone = '' }) => {
        const number = readNumber(phone)
        if (number) request.mutate(number)
      }}
    >
      {request.error && <Notice tone="error">{sentenceFor(request.error)}</Notice>}
      <TextField
        name="phone"
        type="tel"
        label={words.number}
        hint={words.numberHint}
        autoComplete="tel"
        validate={(typed) => (typed && !readNumber(typed) ? words.invalid : null)}
      />
      <Button type="submit" isBusy={request.isPending}>
        {request.isPending ? words.sending : words.send}
      </Button>
    </Form>
  )
}

function ProveNumber({ number, onDone }: { number: string; onDone: () => void }) {
  const { confirmPhone } = useVault().protection
  const { requestPhone } = useProtection()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const confirm = useMutation({
    gcTime: 0,
    mutationFn: (code: string) => confirmPhone(number, code),
    onSuccess: () => {
      toastDone(words.done(number))
      onDone()
      return queries.invalidateQueries({ queryKey: ['security'] })
    },
    onError: () => field.current?.select(),
  })
  const isWrong = confirm.error instanceof VaultError && confirm.error.code === 'wrong_sent_code'

  return (
    <Form onSubmit={({ sentCode = '' }) => confirm.mutate(withoutGaps(sentCode))}>
      <Notice tone="info">{words.sent(number)}</Notice>
      {confirm.error && !isWrong && <Notice tone="error">{sentenceFor(confirm.error)}</Notice>}
      <SentCodeField
        ref={field}
        problem={isWrong ? sentenceFor(confirm.error) : null}
        onValueChange={() => isWrong && confirm.reset()}
      />
      <Button type="submit" isBusy={confirm.isPending}>
        {confirm.isPending ? words.busy : words.submit}
      </Button>
      <ResendCode onSend={() => requestPhone(number)} />
    </Form>
  )
}
