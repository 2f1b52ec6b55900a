import { deriveCredentials } from '#vault/session/credentials.ts'
import { type NewRecoveryKit, prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { unwrapMasterKey } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { keepOnDevice } from '../../device/device-key.ts'
import { tokenOwner } from '../../token-owner.ts'
import { connected, onLock, unlocked } from '../../vault-state.ts'

let kit: NewRecoveryKit | undefined
onLock(() => {
  kit = undefined
})

/** New recovery words in place of those that were lost. */
export const kitCalls = {
  /** The password once more: an open vault that was left alone must not give out new words. @throws `wrong_password` */
  async prepareKit(password: string): Promise<string[]> {
    const { email } = await tokenOwner()
    const credentials = await deriveCredentials(connected(), email, password)
    await unwrapMasterKey(connected(), unlocked().userId, credentials.kek)
    kit = await prepareRecoveryKit(unlocked(), credentials)
    return [...kit.words]
  },

  /** @returns whether recovery by others ended, because it could not be renewed. */
  async finishKit(): Promise<{ endsAgreement: boolean }> {
    if (!kit) throw new VaultError('vault_locked', 'Make the words first.')
    const vault = unlocked()
    const stored = await kit.store(connected())
    await keepOnDevice(vault)
    kit = undefined
    return stored
  },
}
