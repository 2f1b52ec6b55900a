import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SessionPlace, VaultClient } from '#web/lib/remote/vault-client.ts'

type Team = VaultClient['team']

/** Of one answer of the server, which says with a full one that there may be more. */
const PAGE_ROWS = 50
const LOOK_EVERY_MS = 30_000
/** The rules of the organisation: everybody may read them. Looked at again wherever they are shown. */
export function policiesQuery(team: Team) {
  return queryOptions({ queryKey: ['policies'], queryFn: () => team.policies(), staleTime: 0 })
}

/** What stays as it was before a rule, for who sets it. */
export function policyCountsQuery(team: Team) {
  return queryOptions({ queryKey: ['policies', 'counts'], queryFn: () => team.policyCounts(), staleTime: 0 })
}

export function organisationSessionsQuery(team: Team) {
  return infiniteQueryOptions({
    queryKey: ['threats', 'sessions'],
    queryFn: ({ pageParam }) => team.sessions(pageParam),
    initialPageParam: undefined as SessionPlace | undefined,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page.at(-1)),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
}
