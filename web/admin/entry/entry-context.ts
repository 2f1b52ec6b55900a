import { createContext, use } from 'react'
import type { OwnEntry } from '#web/lib/remote/vault-client.ts'
import type { EnteredClient } from '../../lib/entered/entered-client.ts'

/** The organisation that was entered, and what may be asked within it; null in one's own. */
export const EntryContext = createContext<{ entry: OwnEntry; client: EnteredClient } | null>(null)

export const useEntry = () => use(EntryContext)
