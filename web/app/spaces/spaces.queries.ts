import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** The team spaces of this account. */
export function spacesQuery(spaces: VaultClient['spaces']) {
  return queryOptions({ queryKey: ['spaces'], queryFn: () => spaces.list() })
}

export function refreshSpaces(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['spaces'] })
}
