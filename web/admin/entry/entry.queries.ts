import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const LOOK_EVERY_MS = 15_000
const LIVE = { staleTime: 0, refetchInterval: LOOK_EVERY_MS, refetchOnWindowFocus: 'always' } as const

export const ENTRY_KEY = 'ownEntry'

/** The organisation that this session has entered. */
export const entryQuery = (client: VaultClient['tenantLife']) =>
  queryOptions({ queryKey: [ENTRY_KEY], queryFn: () => client.ownEntry(), ...LIVE })

/** Lists super administrators who are in one's own panel now. */
export const guestsQuery = (client: VaultClient['tenantLife']) =>
  queryOptions({ queryKey: ['guests'], queryFn: () => client.guests(), ...LIVE })
