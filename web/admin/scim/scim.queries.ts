import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

export function scimTokensQuery(scim: VaultClient['scim']) {
  return queryOptions({
    queryKey: ['scim-tokens'],
    queryFn: () => scim.list(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}
