import { TENANT_PLAN_IDS, type TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { useSeatsOfPlans } from '../invoicing/plan/use-seats-of-plans.ts'

/** Each plan with the room that it has. */
export function PlanChoice({ value, onChange }: { value: TenantPlan; onChange: (plan: TenantPlan) => void }) {
  const seatsOf = useSeatsOfPlans()
  const choices = TENANT_PLAN_IDS.map((id) => ({
    value: id,
    label: TENANT_PLANS[id].name,
    hint: text.planHint(seatsOf(id)),
  }))
  return <RadioChoices label={text.plan.title} choices={choices} value={value} onChange={onChange} />
}
