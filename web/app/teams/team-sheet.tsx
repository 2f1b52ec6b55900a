import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { NamedTeam } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { teams } from '#web/messages/teams.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useChosenPeople } from '#web/parts/people/use-picked.ts'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useStayGuard } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DeleteTeam } from './delete-team.tsx'
import { EditTeamDialog } from './team-form.tsx'
import { NO_CHANGE, type TeamDraft, idsAfter, pendingChange } from './team-draft.ts'
import { TeamPeople } from './team-people.tsx'
import { peopleOfTeamQuery } from '#web/parts/people/teams.queries.ts'
import { useTeamWrites } from './use-team-writes.ts'

const text = teams.sheet
const ROW_PX = 56

type SheetProps = { team: NamedTeam | null; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** One team: its people, and for those who may, what changes it. */
export function TeamSheet({ team, onClose, finalFocus }: SheetProps) {
  const [draft, setDraft] = useState<TeamDraft>(NO_CHANGE)
  const [isAsking, setAsking] = useState(false)
  const { savePeople } = useTeamWrites()
  const isChanged = draft.added.length + draft.removed.length > 0
  const guard = useStayGuard(team !== null && isChanged)
  const drop = () => {
    setDraft(NO_CHANGE)
    onClose()
  }
  return (
    <Sheet
      isOpen={team !== null}
      onClose={() => (isChanged && !savePeople.isPending ? setAsking(true) : drop())}
      title={team?.name ?? ''}
      finalFocus={finalFocus}
      footer={
        team &&
        isChanged && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              isBusy={savePeople.isPending}
              onClick={() => savePeople.mutate({ id: team.id, ...draft }, { onSuccess: () => setDraft(NO_CHANGE) })}
            >
              {savePeople.isPending ? text.saving : text.save}
            </Button>
            <Text tone="hint" size="xs">
              {text.changes(draft.added.length, draft.removed.length)}
            </Text>
          </div>
        )
      }
    >
      {team && <TeamContent team={team} draft={draft} onDraft={setDraft} onDeleted={drop} />}
      <AlertDialog
        isOpen={isAsking || guard.isAsked}
        title={text.unsaved.title}
        text={text.unsaved.text}
        confirmLabel={text.unsaved.discard}
        cancelLabel={text.unsaved.keep}
        onConfirm={() => {
          drop()
          guard.leave()
        }}
        onClose={() => {
          setAsking(false)
          guard.stay()
        }}
      />
    </Sheet>
  )
}

type Props = { team: NamedTeam; draft: TeamDraft; onDraft: (draft: TeamDraft) => void; onDeleted: () => void }

function TeamContent({ team, draft, onDraft, onDeleted }: Props) {
  const { can } = usePermissions()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const isManager = can('manage_users')
  const isByHand = team.source === 'manual'
  return (
    <div className="flex flex-col gap-5">
      {team.description !== '' && <Text tone="soft">{team.description}</Text>}
      {!isByHand && <Notice tone="info">{teams.managedText}</Notice>}
      <People team={team} draft={draft} onDraft={isManager && isByHand ? onDraft : null} />
      {isManager && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {isByHand && (
            <Button ref={edit} variant="outline" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
          )}
          <DeleteTeam team={team} onDeleted={onDeleted} />
        </div>
      )}
      <EditTeamDialog team={team} isOpen={isEditing} onClose={() => setEditing(false)} finalFocus={edit} />
    </div>
  )
}

type PeopleProps = Pick<Props, 'team' | 'draft'> & { onDraft: Props['onDraft'] | null }

function People({ team, draft, onDraft }: PeopleProps) {
  const vault = useVault()
  const people = useQuery(peopleOfTeamQuery(vault.teams, team.id))
  const pending = people.data ? pendingChange(people.data, draft) : NO_CHANGE
  const ids = people.data ? idsAfter(people.data, pending) : []
  const inTeam = useChosenPeople(ids)
  if (people.isError && !people.data)
    return <ListFailed text={{ failed: text.failed, retry: teams.retry }} query={people} />
  if (inTeam.query.isError && !inTeam.query.data) return <ListFailed text={m.team} query={inTeam.query} />
  if (!people.data || (ids.length > 0 && !inTeam.query.data))
    return <SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />
  const present = inTeam.people.filter(({ removedAt }) => removedAt === null)
  return <TeamPeople people={present} ids={ids} draft={pending} onDraft={onDraft} />
}
