import { createContext, use } from 'react'
import { useStore } from '#web/lib/store.ts'
import type { AccountState, VaultClient } from '#web/lib/vault-client.ts'

export const VaultContext = createContext<VaultClient | null>(null)

/** The one door to keys and files. */
export function useVault(): VaultClient {
  const client = use(VaultContext)
  if (!client) throw new Error('useVault outside of VaultContext')
  return client
}

export function useAccountState(): AccountState {
  return useStore(useVault().account.state)
}
