import { prepareNewAccountKey } from './new-account-key.ts'
import { wrapForPassword } from './recovery.ts'
import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'
import { type OpenVault, unwrapMasterKey } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'

/**
 * The vault gets a new account key that this passkey does not open; the others, the password and the words do. Who has the passkey, and a
 * copy of the rows of now, opens nothing that is stored later. The passkey itself is removed after it.
 *
 * @returns whether recovery by others ended, because it could not be renewed.
 * @throws {VaultError} `wrong_password` | `keys_replaced` | `vault_rolled_back`
 */
export async function shutOutPasskey(
  api: VaultApi,
  vault: OpenVault,
  { id, email, password }: { id: string; email: string; password: string },
): Promise<{ endsAgreement: boolean }> {
  const { userId } = vault
  const { kek, authSecret } = await deriveCredentials(api, email, password)
  await unwrapMasterKey(api, userId, kek)
  const next = await prepareNewAccountKey(api, vault, { lostPasskey: id })
  if (!next) throw new VaultError('passkey_needs_words', 'Make new recovery words first.')
  // Removing the passkey itself takes the same proof, which its request does not carry.
  await api.auth('reauthenticate', { current_password: authSecret })
  const wraps = { password: await wrapForPassword(next.amk, userId, { kek }), recovery: next.recoveryWrap }
  await api.auth('vault/keys', { current_password: authSecret, wraps, ...next.fields })
  await next.apply(vault)
  return { endsAgreement: next.endsAgreement }
}
