import type { TeamRole } from '#contract/permissions.ts'
import { people } from '#web/messages/people.ts'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { PlanNote } from '#web/parts/people/plan-note.tsx'
import { hasRolesBeyond, roleOptions } from '#web/parts/people/role-options.ts'
import { usePlan } from '#web/parts/people/use-plan.ts'

type Props = { label: string; roles: readonly TeamRole[]; value: TeamRole; onChange: (role: TeamRole) => void }

/** One of the roles, with what it allows. Those that the plan of the organisation does not hold are shown and cannot be chosen. */
export function RoleChoice({ label, roles, value, onChange }: Props) {
  const plan = usePlan()
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        label={label}
        isBare
        value={value}
        onChange={(chosen) => {
          const role = roles.find((one) => one === chosen)
          if (role) onChange(role)
        }}
        options={roleOptions(roles, { plan, value })}
      />
      <Text tone="hint" size="xs" aria-live="polite">
        {people.roleHint(value)}
      </Text>
      {plan !== null && hasRolesBeyond(roles, plan) && <PlanNote plan={plan} />}
    </div>
  )
}
