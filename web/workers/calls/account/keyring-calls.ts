import type { StaleKeyring } from '#vault/session/device-memory.ts'
import { requireCurrentKey, restoreKeyring } from '#vault/session/keyring-store.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { withVault } from '../bind-calls.ts'
import { connected, unlocked } from '../../vault-state.ts'

const OWN_CHANGE_MS = 2000

/** What this device remembers of the account's keyring, beside what the server answers. `restore` puts this device's copy back. */
export const keyringCalls = {
  ...withVault({ restore: restoreKeyring }),

  /**
   * Set while the server holds an older or another keyring than this device has seen.
   * @throws {VaultError} `keys_replaced` when another device made a new account key
   */
  async stale(): Promise<StaleKeyring | null> {
    try {
      await requireCurrentKey(connected(), unlocked())
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== 'keys_replaced') throw error
      // A change that this tab makes is stored on the server a moment before it is taken over here.
      await new Promise((resolve) => setTimeout(resolve, OWN_CHANGE_MS))
      await requireCurrentKey(connected(), unlocked())
    }
    return unlocked().stale
  },
}
