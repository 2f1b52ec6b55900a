import { useState } from 'react'
import type { TeamSpace, WantedMember } from '#web/lib/remote/vault-client.ts'
import { canManageSpace } from '#contract/organisation/space-roles.ts'
import { shownList } from './shown-list.ts'

export type MembersDraft = ReturnType<typeof useMembersDraft>

/** The members as they are being changed, until they are saved or dropped. */
export function useMembersDraft(space: TeamSpace) {
  const [draft, setDraft] = useState<{ shown: TeamSpace; members: readonly WantedMember[] } | null>(null)
  const shown = shownList(draft?.shown, space)
  const saved = space.members.map(({ userId, role }) => ({ userId, role }))
  const members = draft?.members ?? saved
  return {
    shown,
    members,
    managers: members.filter(({ role }) => canManageSpace(role)).length,
    isChanged: describe(members) !== describe(space.members),
    change: (change: (now: readonly WantedMember[]) => readonly WantedMember[]) =>
      setDraft((now) => ({ shown, members: change(now?.members ?? saved) })),
    drop: () => setDraft(null),
  }
}

/** Alike for the same people with the same roles, in whatever order. */
function describe(members: readonly WantedMember[]): string {
  return members
    .map(({ userId, role }) => `${userId}/${role}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join()
}
