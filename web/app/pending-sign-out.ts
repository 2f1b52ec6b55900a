import type { AccountClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { serviceMessage } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

/** Left by the public site, which has a button to sign out but no session of its own (web/site/session-mark.ts). */
const PENDING = 'quantumshield-sign-out'

export async function finishPendingSignOut(account: AccountClient): Promise<void> {
  if (sessionStorage.getItem(PENDING) === null) return
  sessionStorage.removeItem(PENDING)
  try {
    await account.signOut()
    toastDone(m.account.toast.signedOut, m.account.toast.signedOutText)
  } catch (error) {
    toastError(m.account.toast.signOutError, serviceMessage(error))
  }
}
