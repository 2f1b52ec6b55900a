import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

export const DOCUMENTATION_KEY = { queryKey: ['documentation'] } as const

/** Own guides with their states, and the guides of the software. */
export function guidesQuery(documentation: VaultClient['documentation']) {
  return queryOptions({ queryKey: ['documentation', 'guides'], queryFn: () => documentation.list() })
}

/** One guide with its draft and its versions. */
export function guideQuery(documentation: VaultClient['documentation'], id: string) {
  return queryOptions({ queryKey: ['documentation', 'guide', id], queryFn: () => documentation.read(id) })
}

/** What a version said: that never changes. */
export function versionQuery(documentation: VaultClient['documentation'], id: string, version: number) {
  return queryOptions({
    queryKey: ['documentation-version', id, version],
    queryFn: () => documentation.readVersion(id, version),
    staleTime: Infinity,
  })
}
