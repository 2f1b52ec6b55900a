import { useQuery } from '@tanstack/react-query'
import { type Member, type TeamDrift, driftOf, isBlocked } from '#web/lib/remote/vault-client.ts'
import { useChosenPeople, useTrusted } from '#web/parts/people/use-picked.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { spaceTeamsQuery } from '#web/parts/people/teams.queries.ts'

export type SpaceDrift = {
  drifts: readonly TeamDrift[]
  members: readonly Member[]
  /** Query that failed, so that it is not known how they have come apart; null where none did. */
  failed: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> } | null
}

/** How a space and the teams that it remembers have come apart. What the server says of them is shown and decides nothing. */
export function useSpaceDrift(spaceId: string, inSpace: readonly { userId: string }[]): SpaceDrift {
  const { teams } = useVault()
  const read = useQuery(spaceTeamsQuery(teams, spaceId))
  const remembered = read.data ?? []
  const chosen = useChosenPeople(remembered.flatMap(({ people, added }) => [...people, ...added]))
  const { known, query: compared } = useTrusted(chosen.people)
  const members = (known ?? []).filter(({ removedAt }) => removedAt === null)
  const addable = members.filter(({ hasVault, trust }) => hasVault && !isBlocked(trust)).map(({ userId }) => userId)
  const present = inSpace.map(({ userId }) => userId)
  const isKnown = chosen.query.data && known
  // Keeps what was read before while the next reading fails.
  const failed = isKnown ? undefined : [read, chosen.query, compared].find(({ isError }) => isError)
  return {
    drifts: isKnown ? remembered.map((one) => driftOf(one, present, addable)) : [],
    members,
    failed: failed ?? null,
  }
}
