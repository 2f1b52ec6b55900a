import { LogOut, PanelRight, RotateCcw, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { ChosenAct } from '#web/parts/list/chosen/chosen-bar.tsx'
import { type Chosen, useChosen } from '#web/parts/list/chosen/use-chosen.ts'
import { useEach } from '#web/parts/list/chosen/use-each.ts'
import { labelOf, mayTouch } from '#web/parts/people/team-view.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { ShownMember } from '#web/parts/people/member-of.ts'
import { useTeamActions } from '../use-team-actions.ts'
import type { PersonRow } from './people-columns.tsx'

const { table: text } = people
/** Each is a request of its own, and a mail to the person. */
const MAX_CHOSEN = 100

export const personId = ({ member }: PersonRow): string => member.userId
export const personName = ({ member }: PersonRow): string => labelOf(member)

const canAct = (mine: readonly Role[], member: ShownMember): boolean => !member.isMe && mayTouch(mine, member)

type Act = 'suspend' | 'signOut'

/** Acts of managers on several people at once, each asked before. */
export function usePeopleChoice(rows: readonly PersonRow[], filters: string) {
  const { roles } = usePermissions()
  const canChoose = ({ member }: PersonRow) => canAct(roles, member)
  const chosen = useChosen(rows, { rowId: personId, canChoose, filters, max: MAX_CHOSEN })
  const [act, setAct] = useState<Act>('suspend')
  const [isAsked, setAsked] = useState(false)
  const each = useEach(chosen, {
    rowId: personId,
    nameOf: personName,
    done: act === 'suspend' ? text.suspended : text.signedOut,
    keys: ['team', 'roles', 'spaces', 'threats'],
  })
  const run = usePersonAct()
  const ask = (next: Act) => () => {
    setAct(next)
    setAsked(true)
  }
  const acts = (
    <>
      <ChosenAct Icon={LogOut} label={text.signOut} isBusy={each.isPending} onClick={ask('signOut')} />
      <ChosenAct Icon={UserX} label={text.suspend} isDanger isBusy={each.isPending} onClick={ask('suspend')} />
      <ActQuestion
        act={act}
        isOpen={isAsked}
        chosen={chosen}
        onConfirm={() => each.run(({ member }) => run(act, member))}
        onClose={() => setAsked(false)}
      />
    </>
  )
  return { chosen, nameOf: personName, each, acts }
}

type QuestionProps = {
  act: Act
  isOpen: boolean
  chosen: Chosen<PersonRow>
  onConfirm: () => void
  onClose: () => void
}

function ActQuestion({ act, isOpen, chosen: { rows }, onConfirm, onClose }: QuestionProps) {
  const isSuspension = act === 'suspend'
  return (
    <AlertDialog
      isOpen={isOpen}
      title={(isSuspension ? text.askSuspend : text.askSignOut)(rows.length)}
      text={isSuspension ? m.team.member.suspendText : text.signOutText}
      confirmLabel={isSuspension ? text.suspend : text.signOut}
      cancelLabel={m.common.cancel}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

function usePersonAct() {
  const { team } = useVault()
  const { guarded } = useProtection()
  const [suspend, endSessions] = [guarded(team.suspend), guarded(team.endSessions)]
  return (act: Act, { userId, standing }: ShownMember): Promise<unknown> => {
    if (act === 'signOut') return endSessions({ userId })
    // Somebody else may have been quicker.
    return standing === 'suspended' ? Promise.resolve() : suspend(userId)
  }
}

/** Acts on one person, by their state; the rest is in their details. */
export function usePersonMenu(onShow: (person: PersonRow) => void) {
  const { roles } = usePermissions()
  const { restore, endSuspension, signOut } = useTeamActions()
  const actsOf = (person: PersonRow) => {
    const { member } = person
    if (member.removedAt !== null)
      return [{ label: m.team.member.restore, Icon: RotateCcw, onPress: () => restore.mutate(member) }]
    const shown = [{ label: m.team.details, Icon: PanelRight, onPress: () => onShow(person) }]
    if (!canAct(roles, member)) return shown
    return [
      ...shown,
      { label: text.signOut, Icon: LogOut, onPress: () => signOut.mutate(member) },
      ...(member.standing === 'suspended'
        ? [{ label: m.team.member.endSuspension, Icon: RotateCcw, onPress: () => endSuspension.mutate(member) }]
        : []),
    ]
  }
  return { nameOf: personName, actsOf }
}
