import { withProof } from '#web/lib/account/protection/with-proof.ts'
import type { ProtectionClient, VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../../vault-context.ts'

const known = new WeakMap<ProtectionClient, ReturnType<typeof asked>>()

const asked = ({ protection, recovery, account }: Pick<VaultClient, 'protection' | 'recovery' | 'account'>) =>
  withProof(protection, { recovery, prove: protection.provePerson, account: account.state })

/** What opens the account, as this page changes it: where the server wants more than the session, `ConfirmPersonDialog` asks for the password. */
export function useProtection() {
  const vault = useVault()
  const protection = known.get(vault.protection) ?? asked(vault)
  known.set(vault.protection, protection)
  return protection
}
