import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TeamRole } from '#contract/permissions.ts'
import type { Invitation, Member, OwnInvitation } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../vault-context.ts'
import { refreshTeam } from './team.queries.ts'
import { labelOf } from './team-view.ts'

const { member: text, invitations: invited, ownInvitations: own } = m.team

/** What changes the team; each tells its outcome in a toast. */
export function useTeamActions() {
  const { team } = useVault()
  const queries = useQueryClient()
  const onSettled = () => refreshTeam(queries)
  const failed = (title: string) => (error: Error) => toastError(title, sentenceFor(error))

  const changeRole = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: TeamRole }) => team.changeRole(member.userId, role),
    onSuccess: (_, { member, role }) => toastDone(text.saved, text.savedText(labelOf(member), m.team.role(role))),
    onError: failed(text.saveFailed),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (member: Member) => team.remove(member.userId),
    onSuccess: (_, member) => toastDone(text.removedDone, text.removedText(labelOf(member))),
    onError: failed(text.removeFailed),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (member: Member) => team.restore(member.userId),
    onSuccess: (_, member) => toastDone(text.restored, text.restoredText(labelOf(member))),
    onError: failed(text.restoreFailed),
    onSettled,
  })
  const resend = useMutation({
    mutationFn: ({ invitation, ownEmail }: { invitation: Invitation; ownEmail: string }) =>
      team.invite({ email: invitation.email, role: invitation.role, ownEmail }),
    onSuccess: () => toastDone(invited.resent),
    onError: failed(invited.sendFailed),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => team.revoke(id),
    onSuccess: (_, { email }) => toastDone(invited.revoked, invited.revokedText(email)),
    onError: failed(invited.revokeFailed),
    onSettled,
  })
  const decline = useMutation({
    mutationFn: ({ id }: OwnInvitation) => team.decline(id),
    onSuccess: (_, { organisation }) => toastDone(own.declined, own.declinedText(organisation)),
    onError: failed(own.declineFailed),
    onSettled,
  })
  return { decline, changeRole, remove, restore, resend, revoke }
}
