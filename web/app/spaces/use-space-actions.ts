import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SeenMembers, TeamSpace, WantedMember } from '#web/lib/remote/vault-client.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { MAY_LOSE } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshSpaces } from './spaces.queries.ts'

const text = spaceWords.manage

/** What changes a space; each tells its outcome in a toast. */
export function useSpaceActions() {
  const { spaces } = useVault()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const onSettled = () => refreshSpaces(queries)
  const failed = (title: string) => (error: Error) => toastError(title, sentenceFor(error))
  const goBack = async (title: string) => {
    await navigate('/dashboard/spaces', MAY_LOSE)
    toastDone(title)
  }

  const setMembers = useMutation({
    mutationFn: ({ space, members }: { space: TeamSpace; members: readonly WantedMember[] }) =>
      spaces.change({ id: space.id, members, seen: seenOf(space, members) }),
    onSuccess: (_, { space, members }) =>
      toastDone(text.saved, without(space.members, members).length > 0 ? text.savedText : undefined),
    onError: failed(text.failed),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ space, name }: { space: TeamSpace; name: string }) =>
      spaces.change({ id: space.id, name, seen: seenOf(space, space.members) }),
    onSuccess: () => toastDone(text.renamed),
    onError: failed(text.renameFailed),
    onSettled,
  })
  const changeKey = useMutation({
    mutationFn: (space: TeamSpace) => spaces.change({ id: space.id, seen: seenOf(space, space.members) }),
    onSuccess: () => toastDone(text.keyChanged),
    onError: failed(text.keyFailed),
    onSettled,
  })
  const leave = useMutation({
    mutationFn: (id: string) => spaces.leave(id),
    onSuccess: () => goBack(text.left),
    onError: failed(text.leaveFailed),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => spaces.remove(id),
    onSuccess: () => goBack(text.deleted),
    onError: failed(text.deleteFailed),
    onSettled,
  })
  return { setMembers, rename, changeKey, leave, remove }
}

/** The list that was looked at, and who loses access by a change to `members`. */
function seenOf(space: TeamSpace, members: readonly WantedMember[]): SeenMembers {
  return { rosterHash: space.rosterHash, removing: without([...space.members, ...space.leavers], members) }
}

type Someone = { userId: string }

function without(people: readonly Someone[], staying: readonly Someone[]): string[] {
  const kept = new Set(staying.map(({ userId }) => userId))
  return people.map(({ userId }) => userId).filter((id) => !kept.has(id))
}
