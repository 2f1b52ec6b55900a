import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Deliveries change it at any time. */
export function streamsQuery(streams: VaultClient['streams']) {
  return queryOptions({
    queryKey: ['event-streams'],
    queryFn: () => streams.list(),
    refetchInterval: 5_000,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}

export function triesQuery(streams: VaultClient['streams'], id: string) {
  return queryOptions({ queryKey: ['event-streams', id, 'tries'], queryFn: () => streams.tries(id), staleTime: 0 })
}
