import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Colleagues change records too; coming back to the window asks again. */
export function certificationsQuery(compliance: VaultClient['compliance']) {
  return queryOptions({
    queryKey: ['certifications'],
    queryFn: () => compliance.list(),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
