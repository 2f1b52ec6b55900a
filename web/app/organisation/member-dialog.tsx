import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { TEAM_ROLES, type TeamRole } from '#contract/permissions.ts'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '../vault-context.ts'
import { usePermissions } from './roles/use-permissions.ts'
import { FoundPersonCard } from '../sharing/people/found-person-card.tsx'
import { ListedKeysOf } from '../ledger/listed-keys.tsx'
import { RoleChoice } from './role-choice.tsx'
import { labelOf, mayTouch, rolesToGive } from './team-view.ts'
import { keysQuery } from './team.queries.ts'
import { useTeamActions } from './use-team-actions.ts'

const text = m.team.member
const CARD_PX = 64

/** One member: their keys, their role, and the way out. */
export function MemberDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const close = () => {
    setRemoving(false)
    onClose()
  }
  const who = member ? labelOf(member) : ''
  return (
    <Dialog isOpen={member !== null} onClose={close} title={isRemoving ? text.removeTitle(who) : who}>
      {member && isRemoving && <RemoveMember member={member} onBack={() => setRemoving(false)} onDone={close} />}
      {member && !isRemoving && <MemberDetails member={member} onRemove={() => setRemoving(true)} onDone={close} />}
    </Dialog>
  )
}

type Details = { member: Member; onRemove: () => void; onDone: () => void }

function MemberDetails({ member, onRemove, onDone }: Details) {
  const { can, roles } = usePermissions()
  const isManaged = can('manage_users') && mayTouch(roles, member)
  return (
    <div className="flex flex-col gap-5">
      {!member.isMe && <MemberKeys member={member} />}
      {isManaged ? (
        <RoleForm member={member} onDone={onDone} />
      ) : (
        <Text>{member.roles.map(m.team.role).join(', ') || m.team.none}</Text>
      )}
      {isManaged && !member.isMe && (
        <Button variant="outline" className="self-start" onClick={onRemove}>
          {text.remove}
        </Button>
      )}
    </div>
  )
}

function MemberKeys({ member }: { member: Member }) {
  const queries = useQueryClient()
  const query = keysQuery(useVault().sharing, member.email)
  const keys = useQuery({ ...query, enabled: member.hasVault })
  if (!member.hasVault) return <Text tone="soft">{text.withoutVault}</Text>
  if (keys.error) return <Notice tone="error">{m.files.because(text.keysFailed, sentenceFor(keys.error))}</Notice>
  if (!keys.data) return <SkeletonRows label={text.keysLoading} rows={1} rowHeight={CARD_PX} />
  return (
    <div className="flex flex-col gap-2">
      <FoundPersonCard
        person={keys.data}
        onChange={(person) => {
          queries.setQueryData(query.queryKey, person)
          void queries.invalidateQueries({ queryKey: ['team', 'members'] })
        }}
      />
      <ListedKeysOf email={member.email} />
    </div>
  )
}

function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const { roles } = usePermissions()
  const { changeRole } = useTeamActions()
  const current = TEAM_ROLES.find((one) => member.roles.includes(one)) ?? 'member'
  const [role, setRole] = useState<TeamRole>(current)
  const isSame = member.roles.length === 1 && member.roles[0] === role
  return (
    <div className="flex flex-col gap-2.5">
      <Heading>{text.role}</Heading>
      <RoleChoice label={text.role} roles={rolesToGive(roles, current)} value={role} onChange={setRole} />
      <Button
        className="self-start"
        disabled={isSame}
        isBusy={changeRole.isPending}
        onClick={() => changeRole.mutate({ member, role }, { onSuccess: onDone })}
      >
        {changeRole.isPending ? text.saving : text.save}
      </Button>
    </div>
  )
}

function RemoveMember({ member, onBack, onDone }: { member: Member; onBack: () => void; onDone: () => void }) {
  const { remove } = useTeamActions()
  // The button that was pressed is gone: the harmless answer has the focus.
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <div className="flex flex-col gap-5">
      <Text tone="soft">{text.removeText}</Text>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onBack} ref={harmless}>
          {m.common.cancel}
        </Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate(member, { onSuccess: onDone })}>
          {remove.isPending ? text.removing : text.removeConfirm}
        </Button>
      </div>
    </div>
  )
}
