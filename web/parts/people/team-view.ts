import { LEADING_ROLES, type Role, TEAM_ROLES, type TeamRole } from '#contract/permissions.ts'
import type { Member } from '#web/lib/remote/vault-client.ts'

/** How somebody is called: by name, otherwise by address. */
export const labelOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email

/** Whether roles stand above the others of an organisation. */
export const leads = (roles: readonly string[]): boolean => LEADING_ROLES.some((role) => roles.includes(role))

/** These give nothing beyond a membership: no policy and no page asks for what they carry. */
const NOT_OFFERED: readonly TeamRole[] = ['analyst', 'viewer']

/**
 * Roles that somebody with `mine` may give.
 * @param mine roles of who looks; whether they manage users is asked elsewhere.
 * @param held what the person has now, which stays among the choices.
 */
export function rolesToGive(mine: readonly Role[], held?: TeamRole): readonly TeamRole[] {
  return TEAM_ROLES.filter((role) => role === held || (!NOT_OFFERED.includes(role) && (leads(mine) || !leads([role]))))
}

/** Whether somebody with `mine` may change or remove a member at all: owners are for owners. */
export function mayTouch(mine: readonly Role[], { roles, removedAt }: Pick<Member, 'roles' | 'removedAt'>): boolean {
  return removedAt === null && (leads(mine) || !leads(roles))
}
