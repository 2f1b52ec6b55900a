import { createContext, use } from 'react'
import type { OwnEntry, VaultClient } from '#web/lib/remote/vault-client.ts'

/** The organisation that was entered, and what may be asked within it; null in one's own. */
export const EntryContext = createContext<{ entry: OwnEntry; client: VaultClient } | null>(null)

export const useEntry = () => use(EntryContext)
