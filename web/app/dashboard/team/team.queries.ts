import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { SharingClient, TeamClient } from '#web/lib/vault-client.ts'

export function teamQuery(team: TeamClient) {
  return queryOptions({ queryKey: ['team', 'members'], queryFn: team.list })
}

export function invitationsQuery(team: TeamClient) {
  return queryOptions({ queryKey: ['team', 'invitations'], queryFn: team.invitations })
}

/** Somebody's keys, compared with what this vault remembers, and the safety number. */
export function keysQuery(sharing: SharingClient, email: string) {
  return queryOptions({ queryKey: ['team', 'keys', email], queryFn: () => sharing.findPerson(email), retry: false })
}

/** After the team changed: both lists, and one's own roles. */
export function refreshTeam(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['team'] }),
    queries.invalidateQueries({ queryKey: ['roles'] }),
  ])
}
