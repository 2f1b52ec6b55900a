import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Requests that were not ended. */
export function requestsQuery(requests: VaultClient['requests']) {
  return queryOptions({ queryKey: ['requests', 'mine'], queryFn: () => requests.list() })
}

/** What arrived and did not pass its check. Filled by `useReceivedFiles`. */
export const REFUSED_KEY = ['requests', 'refused'] as const

export function refreshRequests(queries: QueryClient): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: ['requests'] })
}
