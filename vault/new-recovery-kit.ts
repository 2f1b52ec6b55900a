import { newRecoveryPhrase, recoveryKeyPair, systemRandom } from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import type { Credentials } from './credentials.ts'
import { prepareNewAccountKey } from './new-account-key.ts'
import type { OpenVault } from './open-vault.ts'
import { wrapForPassword } from './recovery.ts'
import { VaultError } from './vault-error.ts'

/** New recovery words that exist only in memory so far. */
export type NewRecoveryKit = {
  readonly words: readonly string[]
  /**
   * Replaces the words that held until now, and the account key with them, which is drawn here: writing down words takes minutes.
   * @returns whether recovery by others ended, because it could not be renewed.
   * @throws {VaultError} `wrong_password`, `needs_second_factor`, `keys_replaced`
   */
  store: (api: VaultApi) => Promise<{ endsAgreement: boolean }>
}

/**
 * Makes a new recovery kit for an open vault; the old words hold until it is stored. They then open nothing that is stored later, even
 * with a copy of the rows of their time.
 * @param credentials of the password that holds, without which the server replaces no keys.
 */
export async function prepareRecoveryKit(
  vault: OpenVault,
  { kek, authSecret }: Pick<Credentials, 'kek' | 'authSecret'>,
): Promise<NewRecoveryKit> {
  const phrase = newRecoveryPhrase(systemRandom)
  const { publicKey: recoveryKey } = await recoveryKeyPair(phrase)
  return {
    words: phrase.words.split(' '),
    store: async (api) => {
      const next = await prepareNewAccountKey(api, vault, { recoveryKey })
      if (!next) throw new VaultError('unexpected', 'New words make a new account key.')
      const { fields, endsAgreement, apply, amk, recoveryWrap } = next
      const wraps = { password: await wrapForPassword(amk, vault.userId, { kek }), recovery: recoveryWrap }
      await api.auth('vault/keys', { current_password: authSecret, wraps, ...fields })
      await apply(vault)
      return { endsAgreement }
    },
  }
}
