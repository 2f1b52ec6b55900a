import { queryOptions, useQuery } from '@tanstack/react-query'
import { allows, type Permission, type Role } from '#contract/permissions.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../vault/vault-context.ts'

/** Roles change rarely, and the server checks each answer itself. */
const FRESH_MS = 5 * 60_000

export function rolesQuery(roles: VaultClient['roles']) {
  return queryOptions({ queryKey: ['roles'], queryFn: () => readRights(roles), staleTime: FRESH_MS })
}

/** Roles with an end; for people who manage users those of everybody. */
export function roleEndsQuery(roles: VaultClient['roles'], userId: string) {
  return queryOptions({
    queryKey: ['roles', 'ends'],
    queryFn: async () => (await roles.ends()).filter((one) => one.userId === userId),
    staleTime: FRESH_MS,
  })
}

async function readRights(roles: VaultClient['roles']) {
  const [list, isOperator] = await Promise.all([roles.list(), roles.isOfOperator()])
  return { list, isOperator }
}

type Permissions = {
  isPending: boolean
  roles: readonly Role[]
  can: (permission: Permission) => boolean
  /** Belongs to the organisation that runs this server. */
  isOperator: boolean
}

/** What the signed-in person may see. While that is unknown, nothing; the server refuses in any case. */
export function usePermissions(): Permissions {
  const { data, isPending } = useQuery(rolesQuery(useVault().roles))
  const roles = data?.list ?? []
  return { isPending, roles, isOperator: data?.isOperator ?? false, can: (permission) => allows(roles, permission) }
}

/** True with any of the `wanted` roles, or with all of them where `needsAll` says so. */
export function isAdmitted(roles: readonly Role[], wanted: readonly Role[], needsAll: boolean): boolean {
  return needsAll ? wanted.every((role) => roles.includes(role)) : wanted.some((role) => roles.includes(role))
}
