import { useState } from 'react'
import { TEAM_ROLES, type TeamRole } from '#contract/permissions.ts'
import { useNow } from '#web/lib/clock.ts'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { RoleChoice } from './role-choice.tsx'
import { dayOf, endOf, RoleEnd } from './role-end.tsx'
import { rolesToGive } from '#web/parts/people/team-view.ts'
import { useTeamActions } from './use-team-actions.ts'

/** What a member may do, and until when. */
export function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const text = m.team.member
  const { roles } = usePermissions()
  const { changeRole, endRole } = useTeamActions()
  const now = useNow()
  const current = TEAM_ROLES.find((one) => member.roles.includes(one)) ?? 'member'
  const [role, setRole] = useState<TeamRole>(current)
  const [day, setDay] = useState(dayOf(member.roleEndsAt))
  const until = role === 'owner' ? null : endOf(day, now)
  const isSame = member.roles.length === 1 && member.roles[0] === role && day === dayOf(member.roleEndsAt)
  return (
    <div className="flex flex-col gap-2.5">
      <Heading>{text.role}</Heading>
      <RoleChoice label={text.role} roles={rolesToGive(roles, current)} value={role} onChange={setRole} />
      <RoleEnd role={role} day={day} now={now} onChange={setDay} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isSame || until === undefined}
          isBusy={changeRole.isPending}
          onClick={() => until !== undefined && changeRole.mutate({ member, role, until }, { onSuccess: onDone })}
        >
          {changeRole.isPending ? text.saving : text.save}
        </Button>
        {member.roleEndsAt !== null && (
          <Button
            variant="outline"
            isBusy={endRole.isPending}
            onClick={() => endRole.mutate(member, { onSuccess: onDone })}
          >
            {people.ends.endNow}
          </Button>
        )}
      </div>
    </div>
  )
}
