import { m } from '#web/messages/app.ts'
import { useVault } from '../vault-context.ts'
import { Resend } from './resend.tsx'

/** Sends the confirmation mail again. */
export function ResendLink({ email }: { email: string }) {
  const { account } = useVault()
  return <Resend words={m.account.checkEmail} onSend={() => account.resendConfirmation(email)} />
}
