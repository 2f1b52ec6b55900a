import { deriveCredentials } from '#vault/credentials.ts'
import { unwrapMasterKey } from '#vault/open-vault.ts'
import { type NewRecoveryKit, prepareRecoveryKit } from '#vault/recovery.ts'
import { VaultError } from '#vault/vault-error.ts'
import { connected, onLock } from './vault-state.ts'

let kit: NewRecoveryKit | undefined
onLock(() => {
  kit = undefined
})

/** New recovery words in place of those that were lost. */
export const kitCalls = {
  /** The password once more: an open vault that was left alone must not give out new words. @throws `wrong_password` */
  async prepareNewKit(account: { userId: string; email: string }, password: string): Promise<string[]> {
    const { kek, authSecret } = await deriveCredentials(connected(), account.email, password)
    const amk = await unwrapMasterKey(connected(), account.userId, kek)
    kit = await prepareRecoveryKit(amk, { userId: account.userId, currentSecret: authSecret })
    return [...kit.words]
  },

  async finishNewKit(): Promise<void> {
    if (!kit) throw new VaultError('vault_locked', 'Make the words first.')
    await kit.store(connected())
    kit = undefined
  },
}
