import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import type { ListedPerson, Member, Trust, VaultClient } from '#web/lib/remote/vault-client.ts'
import { useRested } from '../list/use-rested.ts'
import { useVault } from '../vault/vault-context.ts'
import { namedPeopleQuery } from './named-people.queries.ts'
import { trustQuery } from './team.queries.ts'
import { comparable, useAsMember, withTrust } from './use-read-people.ts'

/** People whom a picker has chosen, by their ids. Nothing is said of their keys. */
export function useChosenPeople(ids: readonly string[]) {
  const asMember = useAsMember()
  const query = useQuery({ ...namedPeopleQuery(useVault().people, ids), enabled: ids.length > 0 })
  // While others are read, the data is that of the ids before.
  return { query, people: (query.data ?? []).filter(({ id }) => ids.includes(id)).map(asMember) }
}

/** People whom a picker offers, as the server finds them by what is typed. Nothing is said of their keys. */
export function useOfferedPeople(typed: string, offer: Offer) {
  const asMember = useAsMember()
  const search = useRested(typed.trim()).slice(0, PEOPLE_LIMITS.searchCharacters)
  const query = useQuery(offeredPeopleQuery(useVault().people, { ...offer, search }))
  const found = query.data?.map(asMember) ?? []
  return { query, people: found.slice(0, offer.most), hasMore: found.length > offer.most }
}

/** The same people with what this vault knows of their keys: `known` is undefined until it is, and stays so where the query fails. */
export function useTrusted(people: readonly Member[]) {
  const compared = comparable(people)
  const query = useQuery({ ...trustQuery(useVault().team, compared), enabled: compared.length > 0 })
  return { query, known: compared.length === 0 ? people : trustedOf(people, query.data) }
}

function trustedOf(people: readonly Member[], trusts: Readonly<Record<string, Trust>> | undefined) {
  const isKnown = trusts && comparable(people).every(({ userId }) => Object.hasOwn(trusts, userId))
  return isKnown ? withTrust(people, trusts) : undefined
}

/** Whom a picker offers. `needsVault`: who could be given nothing is left out. */
type Offer = { without: readonly string[]; most: number; needsVault?: boolean }

/** The first people that a search finds besides some, without their keys: more than `most` of them where there are. */
function offeredPeopleQuery(
  people: VaultClient['people'],
  { search, without, most, needsVault = false }: Offer & { search: string },
) {
  const apart = [...without].toSorted()
  return queryOptions({
    queryKey: ['team', 'people', 'offered', search, apart, most, needsVault],
    queryFn: async ({ signal }) => {
      const found: ListedPerson[] = []
      for (let after: string | undefined; ;) {
        const page = await people.list(
          { state: 'present', ...(search && { search }), ...(needsVault && { has_vault: 'only' }) },
          // Nobody waits for what the letters before found.
          { after, signal },
        )
        found.push(...page.people.filter((one) => !apart.includes(one.id)))
        if (page.after === null || found.length > most) return found
        after = page.after
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
