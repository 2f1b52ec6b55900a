import { useQuery } from '@tanstack/react-query'
import { accessQuery, sharedWithMeQuery } from '../sharing/sharing.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { namedPeopleQuery } from '#web/parts/people/named-people.queries.ts'
import { labelOf } from '#web/parts/people/team-view.ts'

type Person = { label: string; email: string }

/** Those of these people whom this account can name, by id: of the organisation, and whom it shares with either way. */
export function usePeople(ids: readonly string[]): ReadonlyMap<string, Person> {
  const { people, sharing } = useVault()
  const isWanted = ids.length > 0
  const { data: members = [] } = useQuery({ ...namedPeopleQuery(people, ids), enabled: isWanted })
  const { data: withMe = [] } = useQuery({ ...sharedWithMeQuery(sharing), enabled: isWanted })
  const { data: byMe } = useQuery({ ...accessQuery(sharing), enabled: isWanted })
  const entry = (id: string, name: string, email: string) => [id, { label: labelOf({ name, email }), email }] as const
  return new Map([
    ...withMe.map(({ ownerId, ownerName, ownerEmail }) => entry(ownerId, ownerName, ownerEmail)),
    ...(byMe?.people ?? []).map(({ userId, name, email }) => entry(userId, name, email)),
    ...members.map(({ id, name, email }) => entry(id, name, email)),
  ])
}
