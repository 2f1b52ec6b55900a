import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Deliveries change the list and the log of a stream at any time. */
const LIVE = { refetchInterval: 5_000, refetchOnWindowFocus: 'always', staleTime: 0 } as const

export function streamsQuery(streams: VaultClient['streams']) {
  return queryOptions({
    queryKey: ['event-streams'],
    queryFn: () => streams.list(),
    ...LIVE,
  })
}

export function asideQuery(streams: VaultClient['streams'], id: string) {
  return queryOptions({ queryKey: ['event-streams', id, 'aside'], queryFn: () => streams.aside(id), ...LIVE })
}

export function triesQuery(streams: VaultClient['streams'], id: string) {
  return queryOptions({ queryKey: ['event-streams', id, 'tries'], queryFn: () => streams.tries(id), ...LIVE })
}
