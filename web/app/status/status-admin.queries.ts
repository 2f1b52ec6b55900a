import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** The checks open and close incidents at any time. */
export function statusRecordsQuery(status: VaultClient['status']) {
  return queryOptions({
    queryKey: ['status-records'],
    queryFn: () => status.read(),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
