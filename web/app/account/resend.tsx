import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecondsUntil } from '#web/lib/countdown.ts'
import { waitSecondsOf } from '#vault/session/retry.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

type Props = {
  words: {
    resend: string
    resendIn: (seconds: number) => string
    resent: string
    /** Shown while the server refuses to send more. */
    wait: string
  }
  onSend: () => Promise<void>
  /** Time after each message, from the one before this opened on. */
  pauseMs?: number
}

/** Sends a code or a link again, after a pause or when the server allows it, and says so beside the button. */
export function Resend({ words, onSend, pauseMs = 0 }: Props) {
  const [nextAtMs, setNextAtMs] = useState(() => Date.now() + pauseMs)
  const resend = useMutation({
    mutationFn: onSend,
    onSuccess: () => setNextAtMs(Date.now() + pauseMs),
    onError: (error) => setNextAtMs(Date.now() + (waitSecondsOf(error) ?? 0) * 1000),
  })
  const waitSeconds = useSecondsUntil(nextAtMs)
  const isRefused = resend.isError && waitSecondsOf(resend.error) !== null

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        isBusy={resend.isPending}
        disabled={waitSeconds > 0}
        focusableWhenDisabled
        onClick={() => resend.mutate()}
      >
        {resend.isPending ? m.account.sentCode.sending : waitSeconds > 0 ? words.resendIn(waitSeconds) : words.resend}
      </Button>
      <Text aria-live="polite" tone={resend.isError ? 'danger' : 'brand'}>
        {resend.isSuccess && words.resent}
        {resend.isError && !isRefused && sentenceFor(resend.error)}
        {isRefused && waitSeconds > 0 && words.wait}
      </Text>
    </div>
  )
}

/** As often as the server sends to one number. */
const PAUSE_MS = 60_000

/** Sends another code. */
export function ResendCode({ onSend }: { onSend: () => Promise<void> }) {
  return <Resend words={m.account.sentCode} onSend={onSend} pauseMs={PAUSE_MS} />
}

/** Sends the confirmation mail again. */
export function ResendLink({ email }: { email: string }) {
  const { account } = useVault()
  return <Resend words={m.account.checkEmail} onSend={() => account.resendConfirmation(email)} />
}
