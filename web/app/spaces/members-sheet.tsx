import { type RefObject, useState } from 'react'
import type { TeamSpace, WantedMember } from '#web/lib/remote/vault-client.ts'
import { canManageSpace } from '#contract/space-roles.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { MemberPicker } from './member-picker.tsx'
import { SpaceAccess } from './space-access.tsx'
import { DeleteSpace, LeaveSpace, RenameSpace } from './space-changes.tsx'
import { useSpaceActions } from './use-space-actions.ts'

const text = m.spaces.manage

type Props = { space: TeamSpace; isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Who belongs to a space. Managers change it; everybody may leave. */
export function MembersSheet({ space, isOpen, onClose, finalFocus }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.title(space.name ?? '')} finalFocus={finalFocus}>
      {isOpen && <Members space={space} onClose={onClose} />}
    </Sheet>
  )
}

function Members({ space, onClose }: { space: TeamSpace; onClose: () => void }) {
  const isManager = canManageSpace(space.role)
  const isOnlyManager = isManager && space.members.filter(({ role }) => canManageSpace(role)).length === 1
  return (
    <div className="flex flex-col gap-6">
      {isManager ? <MembersForm space={space} onDone={onClose} /> : <SpaceAccess />}
      <section aria-label={text.code} className="border-t border-line pt-4">
        <Heading look="small">{text.code}</Heading>
        <Text className="mt-1 font-mono tabular-nums">{space.code}</Text>
        <Text tone="hint" size="xs" className="mt-1">
          {text.codeText}
        </Text>
      </section>
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        {isManager && <RenameSpace space={space} />}
        {!isOnlyManager && <LeaveSpace space={space} />}
        {isManager && <DeleteSpace space={space} />}
      </div>
    </div>
  )
}

function MembersForm({ space, onDone }: { space: TeamSpace; onDone: () => void }) {
  const [members, setMembers] = useState<WantedMember[]>(() =>
    space.members.map(({ userId, role }) => ({ userId, role })),
  )
  // The list is read again meanwhile; what is saved was chosen from this one.
  const [shown] = useState(space)
  const { setMembers: save } = useSpaceActions()
  const managers = members.filter(({ role }) => canManageSpace(role)).length
  const isSame = describe(members) === describe(space.members)
  return (
    <div className="flex flex-col gap-4">
      <MemberPicker chosen={members} onChange={setMembers} listed={shown.members} />
      {managers === 0 && <Notice tone="error">{text.noManager}</Notice>}
      {managers === 1 && members.length > 1 && <Notice tone="info">{text.oneManager}</Notice>}
      <Text tone="hint" size="xs">
        {text.note}
      </Text>
      <Button
        className="self-start"
        disabled={isSame || managers === 0}
        isBusy={save.isPending}
        onClick={() => save.mutate({ space: shown, members }, { onSuccess: onDone })}
      >
        {save.isPending ? text.saving : text.submit}
      </Button>
    </div>
  )
}

/** Alike for the same people with the same roles, in whatever order. */
function describe(members: readonly WantedMember[]): string {
  return members
    .map(({ userId, role }) => `${userId}/${role}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join()
}
