import type { ExpandedTeam } from '#web/lib/remote/vault-client.ts'
import { teams } from '#web/messages/teams.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'

type Someone = { name: string; email: string }

/** Who of a team gets nothing, each by name. */
export function LeftOut({ name, team }: { name: string; team: Omit<ExpandedTeam<Someone>, 'people'> }) {
  const { blocked, withoutVault, strangers } = team
  const namesOf = (people: readonly Someone[]) => people.map(labelOf).join(', ')
  return (
    <>
      {blocked.length > 0 && <Notice tone="error">{teams.left.blocked(name, namesOf(blocked))}</Notice>}
      {strangers > 0 && <Notice tone="error">{teams.left.strangers(name, strangers)}</Notice>}
      {withoutVault.length > 0 && <Notice tone="info">{teams.left.withoutVault(name, namesOf(withoutVault))}</Notice>}
    </>
  )
}
