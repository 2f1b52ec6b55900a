import { teams } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useSpaceDrift } from './use-space-drift.ts'

type Props = { spaceId: string; members: readonly { userId: string }[]; onLook: () => void }

/** Above the files of a space, for its managers: somebody joined a team that it was made for. Nobody is added by that. */
export function MissingPeople({ spaceId, members, onLook }: Props) {
  const { drifts, failed } = useSpaceDrift(spaceId, members)
  if (failed) return <ListFailed text={teams.space.unknown} query={failed} />
  const sentences = drifts
    .filter(({ missing }) => missing.length > 0)
    .map(({ team, missing }) => teams.space.missing(team.name, missing.length))
  if (sentences.length === 0) return null
  return (
    <Notice
      tone="info"
      action={
        <Button variant="outline" size="sm" onClick={onLook}>
          {teams.space.look}
        </Button>
      }
    >
      {sentences.join(' ')}
    </Notice>
  )
}
