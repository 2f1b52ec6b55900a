import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import type { ListedPerson, VaultClient } from '#web/lib/remote/vault-client.ts'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const FRESH_MS = 60_000

/**
 * These people of the organisation, without their keys, by name. Who is not there any more is left out.
 * @param maxAgeMs how long ago the server may have said something of one of them, in another list; 0 reads all of them
 */
export function namedPeopleQuery(people: VaultClient['people'], ids: readonly string[], maxAgeMs = FRESH_MS) {
  // One that cannot be an id would have the server refuse all of them.
  const wanted = [...new Set(ids)].filter((id) => ID.test(id)).toSorted()
  return queryOptions({
    queryKey: ['team', 'people', 'named', wanted],
    queryFn: async ({ client }) => {
      const unknown = wanted.filter((id) => knownOne(client, id, maxAgeMs) === undefined)
      for (let at = 0; at < unknown.length; at += PEOPLE_LIMITS.page) {
        const asked = unknown.slice(at, at + PEOPLE_LIMITS.page)
        const { people: found } = await people.list({ ids: asked.join(',') })
        for (const id of asked) client.setQueryData<One>(keyOf(id), found.find((one) => one.id === id) ?? null)
      }
      return wanted.flatMap((id) => client.getQueryData<One>(keyOf(id)) ?? []).toSorted(byName)
    },
    // While somebody is added, the names of the others stay.
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

/** Somebody as the server listed them last; null where it did not. */
type One = ListedPerson | null
const keyOf = (id: string) => ['team', 'people', 'one', id] as const

/** @returns undefined for somebody to ask for: never read, too long ago, or before something changed. */
function knownOne(client: QueryClient, id: string, maxAgeMs: number): One | undefined {
  const state = client.getQueryState<One>(keyOf(id))
  return state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < maxAgeMs ? state.data : undefined
}

/** People without a name come after the others, as the server lists them. */
const byName = (one: ListedPerson, other: ListedPerson): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.name.localeCompare(other.name) ||
  one.email.localeCompare(other.email)
