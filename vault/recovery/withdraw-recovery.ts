import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'
import { prepareNewAccountKey } from '../account/new-account-key.ts'
import { type OpenVault, unwrapMasterKey } from '../session/open-vault.ts'
import { rememberAgreement } from './recovery-agreement.ts'
import { withPersonProven } from '../account/prove-person.ts'
import { wrapForPassword } from '../account/recovery.ts'

/**
 * Ends the agreement: wrap and shares are deleted, an open request ends, and a new account key takes the place of the one that the holders
 * could have put together. Older accounts keep theirs until they make new recovery words.
 *
 * @throws {VaultError} `wrong_password` | `keys_replaced` | `vault_rolled_back`
 */
export async function withdrawFromRecovery(
  api: VaultApi,
  vault: OpenVault,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { userId } = vault
  const { kek, authSecret } = await deriveCredentials(api, email, password)
  await unwrapMasterKey(api, userId, kek)
  const next = await prepareNewAccountKey(api, vault, { withdraws: true })
  if (!next) {
    await withPersonProven(api, authSecret, async () => {
      await api.rest('rpc/withdraw_recovery', { method: 'POST', body: {} })
    })
    await rememberAgreement(api, vault, null)
    return
  }
  const wraps = { password: await wrapForPassword(next.amk, userId, { kek }), recovery: next.recoveryWrap }
  await api.auth('vault/keys', { current_password: authSecret, wraps, ...next.fields })
  await next.apply(vault)
}
