import type { TeamRole } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'

type Props = { label: string; roles: readonly TeamRole[]; value: TeamRole; onChange: (role: TeamRole) => void }

/** Roles, each with what it allows. */
export function RoleChoice({ label, roles, value, onChange }: Props) {
  const choices = roles.map((role) => ({ value: role, label: m.team.role(role), hint: people.roleHint(role) }))
  return <RadioChoices label={label} choices={choices} value={value} onChange={onChange} />
}
