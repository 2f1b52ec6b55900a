import type { TeamRole } from '#contract/permissions.ts'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { isRoleOf, TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'

/** Whether the plan of an organisation does not hold each of these roles. */
export const hasRolesBeyond = (roles: readonly TeamRole[], plan: TenantPlan): boolean =>
  roles.some((role) => !isRoleOf(role, plan))

/**
 * Roles as a list offers them: one that the plan does not hold names the plan that does, and cannot be chosen.
 * @param given `plan`: null while nothing is known of it, then every role is offered and the server refuses; `value`: what is chosen
 */
export const roleOptions = (
  roles: readonly TeamRole[],
  { plan, value }: { plan: TenantPlan | null; value: string },
): (readonly [TeamRole, string, boolean])[] =>
  roles.map((role) => {
    const isBeyond = plan !== null && !isRoleOf(role, plan)
    const name = m.team.role(role)
    return [role, isBeyond ? people.plan.role(name, TENANT_PLANS.enterprise.name) : name, isBeyond && role !== value]
  })
