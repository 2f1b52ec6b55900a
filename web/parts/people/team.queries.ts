import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Somebody may join or leave at any time; coming back to the window asks at once. */
const FRESH = { refetchInterval: 30_000, refetchOnWindowFocus: 'always', staleTime: 0 } as const

export function teamQuery(team: VaultClient['team']) {
  return queryOptions({ queryKey: ['team', 'members'], queryFn: () => team.list(), ...FRESH })
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

/** Of other organisations, to this account. They come with a mail, so nobody waits for them here. */
export function ownInvitationsQuery(team: VaultClient['team']) {
  return queryOptions({
    queryKey: ['team', 'own-invitations'],
    queryFn: () => team.ownInvitations(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Bytes that everybody has stored, and may store; for people who manage users. */
export function quotasQuery(team: VaultClient['team']) {
  return queryOptions({ queryKey: ['team', 'quotas'], queryFn: () => team.quotas(), staleTime: 30_000 })
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
