import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

export const DICTIONARY_KEY = 'studio-dictionary'

/** Words of the organisation, its English, and whether texts can be checked. */
export const dictionaryQuery = (grammar: VaultClient['grammar']) =>
  queryOptions({ queryKey: [DICTIONARY_KEY], queryFn: () => grammar.read() })
