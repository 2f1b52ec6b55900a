import { z } from 'zod'
import { ROLES, type Role, type TeamRole } from '#contract/permissions.ts'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

const endRow = z.object({ user_id: z.uuid(), role: z.string(), expires_at: z.string() })

export type RoleEnd = {
  userId: string
  role: string
  /** ISO 8601. */
  endsAt: string
}

/** Roles that have an end which is not over, first the one that ends first: of everybody for people who manage users, for others their own. */
export async function listRoleEnds(api: VaultApi): Promise<RoleEnd[]> {
  const rows = await readAll(
    api,
    endRow,
    'enterprise_user_roles?select=user_id,role,expires_at&expires_at=gt.now&order=expires_at,id',
  )
  return rows.map(({ user_id: userId, role, expires_at: endsAt }) => ({ userId, role, endsAt }))
}

/**
 * One role instead of those that somebody has.
 * @param until when it ends, ISO 8601; null: never
 * @throws {VaultError} `last_owner` | `not_allowed` | `not_member` | `proof_needed` | `role_beyond_plan`
 */
export async function changeRole(
  api: VaultApi,
  person: string,
  role: TeamRole,
  until: string | null = null,
): Promise<void> {
  await api.rest('rpc/give_role', { method: 'POST', body: { person, role, until } })
}

/** Somebody has no role from now on, and stays a member. @throws {VaultError} `last_owner` | `not_allowed` | `not_member` | `proof_needed` */
export async function endRole(api: VaultApi, person: string): Promise<void> {
  await api.rest('rpc/end_role', { method: 'POST', body: { person } })
}

const ownOrganisation = z.array(z.object({ is_default: z.boolean() }))

/** Whether the caller's organisation runs this server: only its people write the status page and the records of compliance. */
export async function isOfOperator(api: VaultApi): Promise<boolean> {
  const rows = ownOrganisation.parse(await api.rest('tenants?select=is_default'))
  return rows.some(({ is_default }) => is_default)
}

const answer = z.array(z.object({ role: z.string() }))

/** Roles of the caller that have not expired. A role that this version does not know carries no permission and is left out. */
export async function listRoles(api: VaultApi): Promise<Role[]> {
  const known: readonly string[] = ROLES
  const rows = answer.parse(await api.rest('rpc/get_user_roles', { method: 'POST', body: {} }))
  return rows.map(({ role }) => role).filter((role): role is Role => known.includes(role))
}
