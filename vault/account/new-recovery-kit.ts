import { newRecoveryPhrase, recoveryKeyPair, systemRandom } from '#crypto/index.ts'
import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import type { Credentials } from '../session/credentials.ts'
import { type NewAccountKey, prepareNewAccountKey } from './new-account-key.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { wrapForPassword } from './recovery.ts'
import { VaultError } from '../session/vault-error.ts'

const wraps = z.array(z.object({ wrapped_key: z.string() }))

/** New recovery words that exist only in memory so far. */
export type NewRecoveryKit = {
  readonly words: readonly string[]
  /**
   * Replaces the words that held until now, and the account key with them, which is drawn here: writing down words takes minutes.
   * @returns whether recovery by others ended, because it could not be renewed.
   * May be repeated: an answer that was lost is made up for by reading what is stored.
   * @throws {VaultError} `offline` while it is unknown which words hold; `wrong_password`, `needs_second_factor`, `keys_replaced`
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
  /** Each may have reached the server, also one whose answer did not come back. */
  const sent: NewAccountKey[] = []
  return {
    words: phrase.words.split(' '),
    store: async (api) => {
      const { apply, endsAgreement } = (await storedOf(api, sent)) ?? (await send(api))
      await apply(vault)
      return { endsAgreement }
    },
  }

  async function send(api: VaultApi): Promise<NewAccountKey> {
    const next = await prepareNewAccountKey(api, vault, { recoveryKey })
    if (!next) throw new VaultError('unexpected', 'New words make a new account key.')
    const { fields, amk, recoveryWrap } = next
    const wrapped = { password: await wrapForPassword(amk, vault.userId, { kek }), recovery: recoveryWrap }
    sent.push(next)
    try {
      await api.auth('vault/keys', { current_password: authSecret, wraps: wrapped, ...fields })
      return next
    } catch (error) {
      const stored = await storedOf(api, sent)
      if (!stored) throw error
      return stored
    }
  }
}

/**
 * The one of these keys that is under the stored words; null for none.
 * @throws {VaultError} `offline` where that cannot be read: then nobody knows which words hold.
 */
async function storedOf(api: VaultApi, sent: readonly NewAccountKey[]): Promise<NewAccountKey | null> {
  if (sent.length === 0) return null
  try {
    const [row] = wraps.parse(await api.rest('account_wraps?select=wrapped_key&kind=eq.recovery'))
    return sent.find(({ recoveryWrap }) => recoveryWrap === row?.wrapped_key) ?? null
  } catch (cause) {
    throw new VaultError('offline', 'Whether the new words are stored could not be read.', { cause })
  }
}
