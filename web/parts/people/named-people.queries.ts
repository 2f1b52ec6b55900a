import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import type { ListedPerson, VaultClient } from '#web/lib/remote/vault-client.ts'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** These people of the organisation, without their keys, by name. Who is not there any more is left out. */
export function namedPeopleQuery(people: VaultClient['people'], ids: readonly string[]) {
  // One that cannot be an id would have the server refuse all of them.
  const wanted = [...new Set(ids)].filter((id) => ID.test(id)).toSorted()
  return queryOptions({
    queryKey: ['team', 'people', 'named', wanted],
    queryFn: async () => {
      const found: ListedPerson[] = []
      for (let at = 0; at < wanted.length; at += PEOPLE_LIMITS.page) {
        found.push(...(await people.list({ ids: wanted.slice(at, at + PEOPLE_LIMITS.page).join(',') })).people)
      }
      return found.toSorted(byName)
    },
    // While somebody is added, the names of the others stay.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** People without a name come after the others, as the server lists them. */
const byName = (one: ListedPerson, other: ListedPerson): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.name.localeCompare(other.name) ||
  one.email.localeCompare(other.email)
