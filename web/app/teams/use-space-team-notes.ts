import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '#web/messages/errors.ts'
import { teams as text } from '#web/messages/teams.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { TEAMS_KEY } from '#web/parts/people/teams.queries.ts'

type Note = { teamId: string; people: readonly string[] }

/** Teams whose people were put on a list of members, until it is saved: then the space notes which they were. */
export function useSpaceTeamNotes() {
  const { teams } = useVault()
  const queries = useQueryClient()
  const [notes, setNotes] = useState<readonly Note[]>([])
  return {
    choose: (teamId: string, people: readonly string[]) => setNotes((before) => [...before, { teamId, people }]),
    drop: () => setNotes([]),
    /** A convenience: the members are saved, whatever becomes of it. @param members user ids of the list that was saved. */
    save: async (spaceId: string, members: readonly string[]): Promise<void> => {
      const inSpace = new Set(members)
      try {
        for (const { teamId, people } of notes) {
          const added = people.filter((id) => inSpace.has(id))
          const leftOut = people.filter((id) => !inSpace.has(id))
          await teams.noteOfSpace({ spaceId, teamId, added, leftOut })
        }
      } catch (error) {
        toastError(text.space.notNoted, sentenceFor(error))
      }
      setNotes([])
      await queries.invalidateQueries(TEAMS_KEY)
    },
  }
}
