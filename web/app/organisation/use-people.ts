import { useQuery } from '@tanstack/react-query'
import { accessQuery, sharedWithMeQuery } from '../sharing/sharing.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { teamQuery } from '#web/parts/people/team.queries.ts'
import { labelOf } from '#web/parts/people/team-view.ts'

type Person = { label: string; email: string }

/** People whom this account can name, by id: the organisation, and whom it shares with either way. */
export function usePeople(isWanted: boolean): ReadonlyMap<string, Person> {
  const { team, sharing } = useVault()
  const { data: members } = useQuery({ ...teamQuery(team), enabled: isWanted })
  const { data: withMe = [] } = useQuery({ ...sharedWithMeQuery(sharing), enabled: isWanted })
  const { data: byMe } = useQuery({ ...accessQuery(sharing), enabled: isWanted })
  const entry = (id: string, name: string, email: string) => [id, { label: labelOf({ name, email }), email }] as const
  return new Map([
    ...withMe.map(({ ownerId, ownerName, ownerEmail }) => entry(ownerId, ownerName, ownerEmail)),
    ...(byMe?.people ?? []).map(({ userId, name, email }) => entry(userId, name, email)),
    ...(members?.members ?? []).map(({ userId, name, email }) => entry(userId, name, email)),
  ])
}
