import type { Role } from '../permissions.ts'

/** Plans of an organisation, smallest first, as the pricing page has them. `seats`: how many people; null is without a limit. */
export const TENANT_PLANS = {
  starter: { name: 'Starter', seats: 5 },
  professional: { name: 'Professional', seats: 50 },
  enterprise: { name: 'Enterprise', seats: null },
} as const satisfies Record<string, { name: string; seats: number | null }>
export type TenantPlan = keyof typeof TENANT_PLANS
export const TENANT_PLAN_IDS = ['starter', 'professional', 'enterprise'] as const satisfies readonly TenantPlan[]

/** `leaving`: it is deleted once its days of grace are over. One that is gone is in no list. */
export const TENANT_STATES = ['active', 'suspended', 'leaving'] as const
export type TenantState = (typeof TENANT_STATES)[number]

/** Roles that every plan gives; the others come with Enterprise. `authz.is_role_of` in SQL is tested equal to it. */
const ROLES_OF_EVERY_PLAN = ['owner', 'admin', 'member', 'tenant_admin', 'super_admin'] as const satisfies Role[]

export const TENANT_LIMITS = { nameLetters: 100, reasonLetters: 500 } as const

export function isRoleOf(role: Role, plan: TenantPlan): boolean {
  const roles: readonly Role[] = ROLES_OF_EVERY_PLAN
  return plan === 'enterprise' || roles.includes(role)
}
