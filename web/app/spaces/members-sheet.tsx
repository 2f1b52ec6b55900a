import { type RefObject, useState } from 'react'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { canManageSpace } from '#contract/organisation/space-roles.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SpaceTeams } from '../teams/space-teams.tsx'
import { useSpaceDrift } from '../teams/use-space-drift.ts'
import { useSpaceTeamNotes } from '../teams/use-space-team-notes.ts'
import { useStayGuard } from '#web/parts/form/use-leave-guard.ts'
import { MemberPicker, withPeople } from './member-picker.tsx'
import { SpaceAccess } from './space-access.tsx'
import { DeleteSpace, LeaveSpace, RenameSpace } from './space-changes.tsx'
import { type MembersDraft, useMembersDraft } from './use-members-draft.ts'
import { useSpaceActions } from './use-space-actions.ts'

const text = spaceWords.manage

type Props = { space: TeamSpace; isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Who belongs to a space. Managers change it; everybody may leave. */
export function MembersSheet({ space, isOpen, onClose, finalFocus }: Props) {
  const draft = useMembersDraft(space)
  const { setMembers: save } = useSpaceActions()
  const notes = useSpaceTeamNotes()
  const [isAsking, setAsking] = useState(false)
  const guard = useStayGuard(isOpen && draft.isChanged)
  const isManager = canManageSpace(space.role)
  const drop = () => {
    draft.drop()
    notes.drop()
    onClose()
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => (isManager && draft.isChanged && !save.isPending ? setAsking(true) : drop())}
      title={text.title(space.name ?? '')}
      finalFocus={finalFocus}
      footer={
        isManager && (
          <SaveBar
            draft={draft}
            isBusy={save.isPending}
            onSave={() =>
              save.mutate(
                { space: draft.shown, members: draft.members },
                {
                  onSuccess: (_, { members }) => {
                    void notes.save(
                      space.id,
                      members.map(({ userId }) => userId),
                    )
                    drop()
                  },
                },
              )
            }
          />
        )
      }
    >
      {isOpen && <Members space={space} draft={draft} onTeam={notes.choose} />}
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

type MembersProps = {
  space: TeamSpace
  draft: MembersDraft
  onTeam: (teamId: string, people: readonly string[]) => void
}

function Members({ space, draft, onTeam }: MembersProps) {
  const isManager = canManageSpace(space.role)
  const isOnlyManager = isManager && space.members.filter(({ role }) => canManageSpace(role)).length === 1
  return (
    <div className="flex flex-col gap-6">
      {isManager ? <MembersForm space={space} draft={draft} onTeam={onTeam} /> : <SpaceAccess />}
      <section aria-label={text.code} className="border-t border-line pt-4">
        <Heading look="small">{text.code}</Heading>
        <Text className="mt-1 font-mono tabular-nums">{space.code}</Text>
        <Text tone="hint" size="xs" className="mt-1">
          {text.codeText}
        </Text>
      </section>
      <section aria-label={text.space} className="border-t border-line pt-4">
        <Heading look="small">{text.space}</Heading>
        <div className="mt-2 flex flex-wrap gap-2">
          {isManager && <RenameSpace space={space} />}
          {!isOnlyManager && <LeaveSpace space={space} />}
          {isManager && <DeleteSpace space={space} />}
        </div>
      </section>
    </div>
  )
}

function MembersForm({ space, draft: { members, managers, shown, change }, onTeam }: MembersProps) {
  // With what is on the list and not saved yet, so that what was pressed is done.
  const drift = useSpaceDrift(space.id, members)
  return (
    <div className="flex flex-col gap-4">
      <SpaceTeams
        spaceId={space.id}
        drift={drift}
        onAdd={(people, teamId) => {
          change((now) => withPeople(now, people))
          onTeam(
            teamId,
            people.map(({ userId }) => userId),
          )
        }}
        onRemove={(ids) => change((now) => now.filter(({ userId }) => !ids.includes(userId)))}
      />
      <MemberPicker chosen={members} onChange={change} onTeam={onTeam} listed={shown.members} />
      {managers === 1 && members.length > 1 && <Notice tone="info">{text.oneManager}</Notice>}
      <Text tone="hint" size="xs">
        {text.note}
      </Text>
    </div>
  )
}

type SaveProps = { draft: MembersDraft; isBusy: boolean; onSave: () => void }

/** In sight however long the list is, with the reason when it cannot be saved. */
function SaveBar({ draft: { isChanged, managers }, isBusy, onSave }: SaveProps) {
  return (
    <div className="flex flex-col gap-3">
      {managers === 0 && <Notice tone="error">{text.noManager}</Notice>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button disabled={!isChanged || managers === 0} isBusy={isBusy} onClick={onSave}>
          {isBusy ? text.saving : text.submit}
        </Button>
        {isChanged && !isBusy && (
          <Text tone="hint" size="xs">
            {text.unsaved.note}
          </Text>
        )}
      </div>
    </div>
  )
}
