import { createContext, use } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import type { AccountState, VaultClient } from '#web/lib/remote/vault-client.ts'

export const VaultContext = createContext<VaultClient | null>(null)

/** The only access to keys and files. */
export function useVault(): VaultClient {
  const client = use(VaultContext)
  if (!client) throw new Error('useVault outside of VaultContext')
  return client
}

export function useAccountState(): AccountState {
  return useStore(useVault().account.state)
}
