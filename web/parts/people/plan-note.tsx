import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { people } from '#web/messages/people.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'

/** Why some roles cannot be given, and where another plan can be asked for. */
export function PlanNote({ plan }: { plan: TenantPlan }) {
  const words = people.plan
  return (
    <Text tone="hint" size="xs">
      {words.note(TENANT_PLANS[plan].name, TENANT_PLANS.enterprise.name)}{' '}
      <TextLink to="/admin/billing">{words.change}</TextLink>
    </Text>
  )
}
