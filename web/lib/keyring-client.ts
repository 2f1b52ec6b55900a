import type { StaleKeyring } from '#vault/device-memory.ts'
import type { Backend } from './create-vault-client.ts'

/** What this device remembers of the account's keyring, beside what the server answers. */
export type KeyringClient = {
  /** Null where the server's keyring is the newest that this device has seen. */
  stale: () => Promise<StaleKeyring | null>
  /** Puts this device's copy back. */
  restore: () => Promise<void>
}

export function createKeyring(backend: Promise<Backend>): KeyringClient {
  const vault = async () => (await backend).workers.vault
  return {
    stale: async () => (await vault()).staleKeyring(),
    restore: async () => (await vault()).restoreKeyring(),
  }
}
