import { useMutation } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Text } from '#web/ui/text.tsx'
import { useVault } from '../vault-context.ts'

/** Has the confirmation mail sent again and says so beside the button. */
export function ResendLink({ email }: { email: string }) {
  const text = m.account.checkEmail
  const { account } = useVault()
  const resend = useMutation({ mutationFn: () => account.resendConfirmation(email) })

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" isBusy={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? text.resending : text.resend}
      </Button>
      <Text aria-live="polite" tone={resend.isError ? 'danger' : 'brand'}>
        {resend.isSuccess && text.resent}
        {resend.isError && sentenceFor(resend.error)}
      </Text>
    </div>
  )
}
