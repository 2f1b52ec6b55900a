import { m } from '#web/messages/app.ts'
import { serviceMessage } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../vault/vault-context.ts'

/** Ends the session; the guard then shows the login page. */
export function useSignOut() {
  const { account } = useVault()
  return async () => {
    try {
      await account.signOut()
      toastDone(m.account.toast.signedOut, m.account.toast.signedOutText)
    } catch (error) {
      toastError(m.account.toast.signOutError, serviceMessage(error))
    }
  }
}
