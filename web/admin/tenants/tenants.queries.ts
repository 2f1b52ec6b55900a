import { infiniteQueryOptions } from '@tanstack/react-query'
import type { TenantState } from '#contract/organisation/tenant-plan-ids.ts'
import type { TenantPlace, VaultClient } from '#web/lib/remote/vault-client.ts'

export type TenantFilter = { search: string; state: TenantState | null }

// Typed, so that the places after it fit.
const FIRST = null as TenantPlace | null

export function tenantsQuery(tenants: VaultClient['tenants'], filter: TenantFilter) {
  return infiniteQueryOptions({
    queryKey: ['tenants', filter],
    queryFn: ({ pageParam }) => tenants.list({ ...filter, after: pageParam }),
    initialPageParam: FIRST,
    getNextPageParam: ({ tenants: found, hasMore }): TenantPlace | null => (hasMore ? (found.at(-1) ?? null) : null),
  })
}
