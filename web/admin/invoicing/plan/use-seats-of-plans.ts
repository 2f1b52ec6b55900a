import { useQuery } from '@tanstack/react-query'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** How many people each plan holds; null without a limit, as every plan where billing is off: `authz.plan_held_by` in the database. */
export function useSeatsOfPlans(): (plan: TenantPlan) => number | null {
  const { installation } = useVault()
  const biller = useQuery({ ...installationQuery(installation), select: (facts) => facts.biller })
  return (plan) => (biller.data === 'off' ? null : TENANT_PLANS[plan].seats)
}
