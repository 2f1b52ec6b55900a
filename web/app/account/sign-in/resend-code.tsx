import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecondsUntil } from '#web/lib/countdown.ts'
import { waitSecondsOf } from '#web/lib/wait-seconds.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'

const text = m.account.sentCode
/** As often as the server sends to one number. */
const WAIT_MS = 60_000

/** Has another code sent, a minute after the last one or when the service allows it. */
export function ResendCode({ onSend }: { onSend: () => Promise<void> }) {
  const [nextAtMs, setNextAtMs] = useState(() => Date.now() + WAIT_MS)
  const resend = useMutation({
    mutationFn: onSend,
    onSuccess: () => setNextAtMs(Date.now() + WAIT_MS),
    onError: (error) => setNextAtMs(Date.now() + (waitSecondsOf(error) ?? 0) * 1000),
  })
  const waitSeconds = useSecondsUntil(nextAtMs)

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        isBusy={resend.isPending}
        disabled={waitSeconds > 0}
        focusableWhenDisabled
        onClick={() => resend.mutate()}
      >
        {resend.isPending ? text.sending : waitSeconds > 0 ? text.resendIn(waitSeconds) : text.resend}
      </Button>
      <Text aria-live="polite" tone={resend.isError ? 'danger' : 'brand'}>
        {resend.isSuccess && text.resent}
        {resend.isError && sentenceFor(resend.error)}
      </Text>
    </div>
  )
}
