import { protectionOf } from '#web/lib/account/protection/guarded-client.ts'
import { useVault } from './vault-context.ts'

/** What opens the account, as this page changes it: where the server wants more than the session, `ConfirmPersonDialog` asks for the password. */
export function useProtection() {
  return protectionOf(useVault())
}
