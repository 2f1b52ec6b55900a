import { m } from '#web/messages/app.ts'
import { dismissErrors, dismissToast, toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { AccountClient } from '#web/lib/remote/vault-client.ts'
import { serviceMessage } from '#web/messages/errors.ts'

const GREETING = 'welcome'

/** Says welcome, unless a code is asked for first: then the sign-in is not over. */
export function useWelcome() {
  const { account } = useVault()
  return () => {
    dismissErrors()
    if (needsMore(account)) return
    welcome(account)
  }
}

/** Says how a sign-in elsewhere ended, once. The login page shows a reason of failure for longer. */
export async function greetReturned(account: AccountClient): Promise<void> {
  const arrival = await account.arrival
  if (arrival === null || arrival === 'foreign') return
  if (arrival !== 'signed-in') return toastError(m.account.toast.oauthError, serviceMessage(arrival))
  // The code that is asked for first says welcome itself.
  if (needsMore(account)) return
  welcome(account)
}

const needsMore = ({ state }: AccountClient): boolean =>
  ['needs-second-factor', 'needs-factor', 'needs-confirmation'].includes(state.read().kind)

/** Nobody is back who has no vault yet. The page of the recovery kit is a greeting itself, and on a phone this would lie over its button. */
function welcome(account: AccountClient): void {
  const state = account.state.read()
  if (state.kind === 'needs-recovery-kit') return
  const isFirst = state.kind === 'needs-password' || (state.kind === 'locked' && state.isNew)
  toastDone(isFirst ? m.account.toast.welcomeFirst : m.account.toast.welcome, m.account.toast.welcomeText, GREETING)
}

/** Takes the greeting back: the server refused the first request of a session that had seemed complete. */
export const dismissGreeting = (): void => dismissToast(GREETING)
