import { useQuery } from '@tanstack/react-query'
import { type Member, type TeamDrift, driftOf, isBlocked } from '#web/lib/remote/vault-client.ts'
import { useChosenPeople, useTrusted } from '#web/parts/people/use-picked.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { spaceTeamsQuery } from '#web/parts/people/teams.queries.ts'

export type SpaceDrift = { drifts: readonly TeamDrift[]; members: readonly Member[] }

/** How a space and the teams that it remembers have come apart. What the server says of them is shown and decides nothing. */
export function useSpaceDrift(spaceId: string, inSpace: readonly { userId: string }[]): SpaceDrift {
  const { teams } = useVault()
  const { data: remembered = [] } = useQuery(spaceTeamsQuery(teams, spaceId))
  const chosen = useChosenPeople(remembered.flatMap(({ people, added }) => [...people, ...added]))
  const { known } = useTrusted(chosen.people)
  const members = (known ?? []).filter(({ removedAt }) => removedAt === null)
  const addable = members.filter(({ hasVault, trust }) => hasVault && !isBlocked(trust)).map(({ userId }) => userId)
  const present = inSpace.map(({ userId }) => userId)
  return { drifts: chosen.query.data && known ? remembered.map((one) => driftOf(one, present, addable)) : [], members }
}
