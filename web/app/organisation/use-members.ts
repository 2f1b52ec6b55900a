import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PeopleRules } from '#web/lib/remote/vault-client.ts'
import { memberOf } from '#web/parts/people/member-of.ts'
import { peopleQuery, trustQuery } from '#web/parts/people/team.queries.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

/** People of the organisation as many as were asked for: the server says who they are, this vault what it knows of their keys. */
export function useMembers(rules: PeopleRules, isWanted = true) {
  const { people, team } = useVault()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const list = useInfiniteQuery({ ...peopleQuery(people, rules), enabled: isWanted })
  const rows = list.data?.pages.flatMap((page) => page.people)
  const compared = (rows ?? [])
    .filter((row) => row.has_vault && row.id !== me)
    .map(({ id: userId, email }) => ({ userId, email }))
  const trust = useQuery({ ...trustQuery(team, compared), enabled: compared.length > 0 })
  const first = list.data?.pages[0]
  return {
    list,
    members: rows?.map((row) => memberOf(row, { isMe: row.id === me, trust: trust.data?.[row.id] ?? null })),
    count: first?.count ?? 0,
    organisation: first?.organisation,
    hasGuests: first?.has_guests ?? false,
    /** Why nothing is known of keys. */
    trustProblem: trust.error,
  }
}
