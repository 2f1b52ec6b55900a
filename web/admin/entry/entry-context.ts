import { createContext, use } from 'react'
import type { OwnEntry, VaultClient } from '#web/lib/remote/vault-client.ts'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ENTRY_KEY } from './entry.queries.ts'

/** The organisation that was entered, and what may be asked within it; null in one's own. */
export const EntryContext = createContext<{ entry: OwnEntry; client: VaultClient } | null>(null)

export const useEntry = () => use(EntryContext)

/** Leads back to one's own organisation. It takes the id of the entry. */
export function useLeave() {
  const { tenantLife } = useVault()
  return useAction((id: string) => tenantLife.leave(id), {
    done: text.left,
    failed: text.leaveFailed,
    keys: [ENTRY_KEY],
  })
}
