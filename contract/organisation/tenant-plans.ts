import type { Role } from '../permissions.ts'
import type { TenantPlan } from './tenant-plan-ids.ts'

/** Plans as the pricing page has them. `seats`: how many people; null is without a limit. */
export const TENANT_PLANS = {
  starter: { name: 'Starter', seats: 5 },
  professional: { name: 'Professional', seats: 50 },
  enterprise: { name: 'Enterprise', seats: null },
} as const satisfies Record<TenantPlan, { name: string; seats: number | null }>

/** Roles that every plan gives; the others come with Enterprise. `authz.is_role_of` in SQL is tested equal to it. */
const ROLES_OF_EVERY_PLAN = ['owner', 'admin', 'member', 'tenant_admin', 'super_admin'] as const satisfies Role[]

/** `people`: the highest limit of people that can be set for one; the database has it as well. */
export const TENANT_LIMITS = { nameLetters: 100, reasonLetters: 500, people: 1_000_000 } as const

export function isRoleOf(role: Role, plan: TenantPlan): boolean {
  const roles: readonly Role[] = ROLES_OF_EVERY_PLAN
  return plan === 'enterprise' || roles.includes(role)
}
