import { m } from '#web/messages/app.ts'
import { dismissErrors, toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'

/** Says welcome, unless a code is asked for first: then the sign-in is not over. */
export function useWelcome() {
  const { account } = useVault()
  return () => {
    dismissErrors()
    if (account.state.read().kind === 'needs-second-factor') return
    toastDone(m.account.toast.welcome, m.account.toast.welcomeText)
  }
}
