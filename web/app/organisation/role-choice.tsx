import type { TeamRole } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'

type Props = { label: string; roles: readonly TeamRole[]; value: TeamRole; onChange: (role: TeamRole) => void }

/** One of the roles, with what it allows. */
export function RoleChoice({ label, roles, value, onChange }: Props) {
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
        options={roles.map((role) => [role, m.team.role(role)] as const)}
      />
      <Text tone="hint" size="xs" aria-live="polite">
        {people.roleHint(value)}
      </Text>
    </div>
  )
}
