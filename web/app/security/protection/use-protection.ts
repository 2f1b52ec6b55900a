import { withProof } from '#web/lib/account/protection/with-proof.ts'
import type { ProtectionClient, VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../../vault-context.ts'

const known = new WeakMap<ProtectionClient, ReturnType<typeof asked>>()

type Asked = Pick<VaultClient, 'protection' | 'recovery' | 'threats' | 'account'>

const asked = ({ protection, recovery, threats, account }: Asked) =>
  withProof(protection, { recovery, threats, prove: protection.provePerson, account: account.state })

/** What opens the account or protects others, as a page changes it: where the server wants more than the session, `ConfirmPersonDialog` asks for the password. */
export function useProtection() {
  const vault = useVault()
  const protection = known.get(vault.protection) ?? asked(vault)
  known.set(vault.protection, protection)
  return protection
}
