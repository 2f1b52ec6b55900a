import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecondsUntil } from '#web/lib/countdown.ts'
import { waitSecondsOf } from '#web/lib/wait-seconds.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useVault } from '../vault-context.ts'

/** Has the confirmation mail sent again and says so beside the button. */
export function ResendLink({ email }: { email: string }) {
  const text = m.account.checkEmail
  const { account } = useVault()
  const [nextAtMs, setNextAtMs] = useState<number | null>(null)
  const resend = useMutation({
    mutationFn: () => account.resendConfirmation(email),
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
        {resend.isPending ? text.resending : waitSeconds > 0 ? text.resendIn(waitSeconds) : text.resend}
      </Button>
      <Text aria-live="polite" tone={resend.isError ? 'danger' : 'brand'}>
        {resend.isSuccess && text.resent}
        {resend.isError &&
          (waitSecondsOf(resend.error) === null ? sentenceFor(resend.error) : waitSeconds > 0 && text.wait)}
      </Text>
    </div>
  )
}
