import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { TeamSpace, WantedMember } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { refreshSpaces } from './spaces.queries.ts'

const text = m.spaces.manage

/** What changes a space; each tells its outcome in a toast. */
export function useSpaceActions() {
  const { spaces } = useVault()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const onSettled = () => refreshSpaces(queries)
  const failed = (title: string) => (error: Error) => toastError(title, sentenceFor(error))
  const goBack = async (title: string) => {
    await navigate('/dashboard/spaces')
    toastDone(title)
  }

  const setMembers = useMutation({
    mutationFn: ({ space, members }: { space: TeamSpace; members: readonly WantedMember[] }) =>
      spaces.setMembers(space.id, members, space.epoch),
    onSuccess: () => toastDone(text.saved, text.savedText),
    onError: failed(text.failed),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => spaces.rename(id, name),
    onSuccess: () => toastDone(text.renamed),
    onError: failed(text.renameFailed),
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
  return { setMembers, rename, leave, remove }
}
