import { queryOptions, useQuery } from '@tanstack/react-query'
import type { VaultClient, ProtectionClient } from '#web/lib/remote/vault-client.ts'
import { lookAtAppBuild } from '#web/lib/remote/app-build.ts'
import { useNow } from '#web/lib/clock.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { scoreOf, type SecurityScore } from './security-score.ts'

const WAITING_MS = 15_000

export function securityFactsQuery(security: VaultClient['security']) {
  return queryOptions({ queryKey: ['security', 'facts'], queryFn: () => security.facts() })
}

/** Found out once for a page; asked again when that failed. */
export const appBuildQuery = queryOptions({ queryKey: ['app-build'], queryFn: lookAtAppBuild })

/** Whether the public log lists the build that this page runs. */
export function listedBuildQuery(ledger: VaultClient['ledger']) {
  return queryOptions({
    queryKey: ['app-build', 'log'],
    queryFn: async () => ledger.build((await lookAtAppBuild()).list),
  })
}

export function sessionsQuery(security: VaultClient['security']) {
  return queryOptions({ queryKey: ['security', 'sessions'], queryFn: () => security.sessions(), staleTime: 0 })
}

export function factorsQuery(protection: ProtectionClient) {
  return queryOptions({ queryKey: ['security', 'factors'], queryFn: protection.factors, staleTime: 0 })
}

export function emailQuery(protection: ProtectionClient) {
  return queryOptions({
    queryKey: ['security', 'email'],
    queryFn: protection.email,
    staleTime: 0,
    // The link may be opened on another device.
    refetchInterval: ({ state }) => (state.data?.waiting ? WAITING_MS : false),
  })
}

export function phoneQuery(protection: ProtectionClient) {
  return queryOptions({ queryKey: ['security', 'phone'], queryFn: protection.phone, staleTime: 0 })
}

export function passkeysQuery(protection: ProtectionClient) {
  return queryOptions({ queryKey: ['security', 'passkeys'], queryFn: protection.passkeys, staleTime: 0 })
}

/** The one score that the dashboard and the security page show; undefined while it is not known. */
export function useSecurityScore(): SecurityScore | undefined {
  const now = useNow()
  const { data } = useQuery(securityFactsQuery(useVault().security))
  return data && scoreOf(data, now)
}
