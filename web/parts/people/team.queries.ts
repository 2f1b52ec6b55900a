import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/permissions.ts'
import type { ListedPerson, PeopleRules, VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '../query/pages-query.ts'

/** Somebody may join or leave at any time; coming back to the window asks at once. */
const FRESH = { refetchInterval: 30_000, refetchOnWindowFocus: 'always', staleTime: 0 } as const

/** People of the organisation a page at a time, without their keys. */
export function peopleQuery(people: VaultClient['people'], rules: PeopleRules) {
  return {
    ...pagesQuery(['team', 'people', rules], (after, { signal }) => people.list(rules, { after, signal })),
    // While the next search is asked, the people of the one before stay.
    placeholderData: keepPreviousData,
    ...FRESH,
  }
}

/** Colleagues whose name, a word of it, or address begins like this, without their keys: they are looked up before they are given anything. */
export function colleaguesQuery(people: VaultClient['people'], begins: string) {
  return queryOptions({
    queryKey: ['team', 'people', 'begins', begins],
    queryFn: async ({ signal }) => (await people.list({ state: 'present', begins }, { signal })).people,
    // While more letters are asked, people who still fit stay.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/**
 * The plan of the organisation, as the first page of any list of people says it; null for people who may not manage users.
 * @param me the person who asks, so that the list has one row
 */
export function planQuery(people: VaultClient['people'], me: string) {
  return queryOptions({
    queryKey: ['team', 'people', 'plan'],
    queryFn: async () => (await people.list({ ids: me })).plan ?? null,
    staleTime: 60_000,
  })
}

/** Everybody who holds one of these roles and can use it now, by name. */
export function holdersQuery(people: VaultClient['people'], roles: readonly Role[]) {
  return queryOptions({
    queryKey: ['team', 'people', 'holders', roles],
    queryFn: async ({ signal }) => {
      const found = new Map<string, ListedPerson>()
      for (const role of roles) {
        for (let after: string | undefined; ;) {
          const page = await people.list({ state: 'present', role }, { after, signal })
          for (const one of page.people) if (one.standing === 'active') found.set(one.id, one)
          if (page.after === null) break
          after = page.after
        }
      }
      return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
    },
    staleTime: 30_000,
  })
}

type Listed = Parameters<VaultClient['team']['trust']>[0]

/** Asks what this vault knows of the keys of people on a page. */
export function trustQuery(team: VaultClient['team'], listed: Listed) {
  return queryOptions({
    queryKey: ['team', 'members', 'trust', listed],
    queryFn: () => team.trust(listed),
    // While more people are shown, what is known of the others stays.
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** Guests of the organisation by account, as far as the signed-in person may know of them. */
export function guestsQuery(team: VaultClient['team']) {
  return queryOptions({ queryKey: ['team', 'guests'], queryFn: () => team.guests(), ...FRESH })
}

export function invitationsQuery(team: VaultClient['team']) {
  return queryOptions({ queryKey: ['team', 'invitations'], queryFn: () => team.invitations(), ...FRESH })
}

const SENDING_MS = 1000

/** Lists whose people were invited; while one is being sent, every second. */
export function peopleImportsQuery(team: VaultClient['team']) {
  return queryOptions({
    queryKey: ['team', 'imports'],
    queryFn: () => team.imports(),
    ...FRESH,
    refetchInterval: ({ state }) =>
      state.data?.some((list) => list.state === 'sending') ? SENDING_MS : FRESH.refetchInterval,
  })
}

/** Whom these invitations were for. */
export function invitedQuery(team: VaultClient['team'], ids: readonly string[]) {
  return queryOptions({ queryKey: ['team', 'invited', ids], queryFn: () => team.invited(ids), staleTime: Infinity })
}

export function domainsQuery(team: VaultClient['team']) {
  return queryOptions({ queryKey: ['team', 'domains'], queryFn: () => team.domains() })
}

/** Somebody's keys, compared with what this vault remembers, and the safety number. */
export function keysQuery(sharing: VaultClient['sharing'], email: string) {
  return queryOptions({ queryKey: ['team', 'keys', email], queryFn: () => sharing.findPerson(email), retry: false })
}

/** After the team changed: both lists, and one's own roles. */
export function refreshTeam(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['team'] }),
    queries.invalidateQueries({ queryKey: ['roles'] }),
    // The keys of spaces that somebody left are changed while they are read.
    queries.invalidateQueries({ queryKey: ['spaces'] }),
  ])
}
