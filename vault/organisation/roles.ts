import { z } from 'zod'
import { ROLES, type Role } from '#contract/permissions.ts'
import type { VaultApi } from '../session/api.ts'

const answer = z.array(z.object({ role: z.string() }))

/** Roles of the caller that have not expired. A role that this version does not know carries no permission and is left out. */
export async function listRoles(api: VaultApi): Promise<Role[]> {
  const known: readonly string[] = ROLES
  const rows = answer.parse(await api.rest('rpc/get_user_roles', { method: 'POST', body: {} }))
  return rows.map(({ role }) => role).filter((role): role is Role => known.includes(role))
}
