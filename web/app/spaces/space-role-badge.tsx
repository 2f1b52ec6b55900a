import { canManageSpace, type SpaceRole } from '#contract/organisation/space-roles.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'

/** A role in a team space. Managers stand out: they decide who belongs to it. */
export function SpaceRoleBadge({ role }: { role: SpaceRole }) {
  return <Badge tone={canManageSpace(role) ? 'copper' : 'plain'}>{spaceWords.role(role)}</Badge>
}
