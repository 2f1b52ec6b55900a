import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InSpace, VaultClient } from '#web/lib/remote/vault-client.ts'

/** Requests that were not ended. */
export function requestsQuery(requests: VaultClient['requests']) {
  return queryOptions({ queryKey: ['requests', 'mine'], queryFn: () => requests.list() })
}

/** The ids of files that came through a request, as the server says. */
export function receivedQuery(requests: VaultClient['requests']) {
  return queryOptions({
    queryKey: ['requests', 'received'],
    queryFn: async (): Promise<ReadonlySet<string>> => new Set(await requests.listReceivedIds()),
    staleTime: Infinity,
  })
}

/** The request that a file came through, or the device, as it was sealed with the file: it stays. Null for a file that came otherwise. */
export function receivedThroughQuery(files: VaultClient['files'], { id, spaceId }: InSpace) {
  return queryOptions({
    queryKey: ['received-through', id],
    queryFn: async () => (await files.proof({ id, spaceId })).received,
    staleTime: Infinity,
  })
}

/** What arrived and did not pass its check. Filled by `useReceivedFiles`. */
export const REFUSED_KEY = ['requests', 'refused'] as const

export function refreshRequests(queries: QueryClient): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: ['requests'] })
}
