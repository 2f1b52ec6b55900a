import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const EVERY_MS = 10_000

/** Jobs come and go at any time. */
export function operationsQuery(operations: VaultClient['operations']) {
  return queryOptions({
    queryKey: ['operations'],
    queryFn: () => operations.read(),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
