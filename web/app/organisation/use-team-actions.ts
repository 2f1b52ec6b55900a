import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TeamRole } from '#contract/permissions.ts'
import type { Invitation, Member, OwnInvitation } from '#web/lib/remote/vault-client.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshTeam } from '#web/parts/people/team.queries.ts'
import { dayInWords } from './role-end.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'

const { member: text, ownInvitations: own } = m.team
const { invitations: invited } = people

/** What changes the team; each tells its outcome in a toast. */
export function useTeamActions() {
  const { team } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const onSettled = () => refreshTeam(queries)
  const failed = (title: string) => (error: Error) => {
    if (!isQuestionLeft(error)) toastError(title, sentenceFor(error))
  }

  const { changeRole, endRole } = useRoleActions(failed, onSettled)
  const endings = useEndings(failed, onSettled)
  const remove = useMutation({
    mutationFn: (member: Member) => guarded(team.remove)(member.userId),
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
      guarded(team.invite)({
        email: invitation.email,
        role: invitation.role,
        // One that is over is not given again.
        until: invitation.roleUntil,
        guestUntil: invitation.guestUntil,
        ownEmail,
      }),
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
  return { decline, changeRole, endRole, remove, restore, resend, revoke, ...endings }
}

type Failed = (title: string) => (error: Error) => void

function useRoleActions(failed: Failed, onSettled: () => unknown) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const changeRole = useMutation({
    mutationFn: ({ member, role, until }: { member: Member; role: TeamRole; until: string | null }) =>
      guarded(team.changeRole)(member.userId, role, until),
    onSuccess: (_, { member, role, until }) => {
      const [who, called] = [labelOf(member), m.team.role(role)]
      toastDone(
        text.saved,
        until === null ? text.savedText(who, called) : people.ends.given(who, called, dayInWords(until)),
      )
    },
    onError: failed(text.saveFailed),
    onSettled,
  })
  const endRole = useMutation({
    mutationFn: (member: Member) => guarded(team.endRole)(member.userId),
    onSuccess: (_, member) => toastDone(people.ends.ended, people.ends.endedText(labelOf(member))),
    onError: failed(people.ends.endFailed),
    onSettled,
  })
  return { changeRole, endRole }
}

/** Suspensions, and sessions that end. */
function useEndings(failed: Failed, onSettled: () => unknown) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const suspend = useMutation({
    mutationFn: (member: Member) => guarded(team.suspend)(member.userId),
    onSuccess: (_, member) => toastDone(text.suspended, text.suspendedText(labelOf(member))),
    onError: failed(text.suspendFailed),
    onSettled,
  })
  const endSuspension = useMutation({
    mutationFn: (member: Member) => guarded(team.endSuspension)(member.userId),
    onSuccess: (_, member) => toastDone(text.suspensionEnded, text.suspensionEndedText(labelOf(member))),
    onError: failed(text.suspensionFailed),
    onSettled,
  })
  const signOut = useMutation({
    mutationFn: (member: Member) => guarded(team.endSessions)({ userId: member.userId }),
    onSuccess: (ended, member) =>
      toastDone((ended === 0 ? people.table.noSession : people.table.signedOutOne)(labelOf(member))),
    onError: failed(people.table.signOutFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: ['threats', 'sessions'] }),
  })
  return { suspend, endSuspension, signOut }
}
