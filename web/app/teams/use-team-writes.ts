import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NamedTeam, TeamWords } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { teams as text } from '#web/messages/teams.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { TEAMS_KEY } from '#web/parts/people/teams.queries.ts'

/** What changes a team. Forms show what was refused beside their fields; the others tell it in a toast. */
export function useTeamWrites() {
  const { teams } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries(TEAMS_KEY)

  const create = useMutation({
    mutationFn: (words: TeamWords) => teams.create({ ...words, people: [] }),
    onSuccess: () => toastDone(text.form.created, text.form.createdText),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, seen, words }: { id: string; seen: number; words: TeamWords }) => teams.change(id, seen, words),
    onSuccess: () => toastDone(text.form.saved),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (team: NamedTeam) => teams.remove(team.id),
    onSuccess: (_, { name }) => toastDone(text.remove.done, name),
    onError: (error) => toastError(text.remove.failed, sentenceFor(error)),
    onSettled,
  })
  const savePeople = useMutation({
    mutationFn: ({ id, added, removed }: { id: string; added: readonly string[]; removed: readonly string[] }) =>
      teams.changePeople(id, { added, removed }),
    onSuccess: () => toastDone(text.sheet.saved),
    onError: (error) => toastError(text.sheet.saveFailed, sentenceFor(error)),
    onSettled,
  })
  return { create, change, remove, savePeople }
}
