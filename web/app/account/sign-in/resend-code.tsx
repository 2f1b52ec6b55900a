import { m } from '#web/messages/app.ts'
import { Resend } from '../resend.tsx'

/** As often as the server sends to one number. */
const PAUSE_MS = 60_000

/** Sends another code. */
export function ResendCode({ onSend }: { onSend: () => Promise<void> }) {
  return <Resend words={m.account.sentCode} onSend={onSend} pauseMs={PAUSE_MS} />
}
