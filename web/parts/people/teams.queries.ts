import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Below the key of the people of the organisation: who leaves it leaves its teams. */
const KEY = ['team', 'teams'] as const
const FRESH = { refetchInterval: 30_000, refetchOnWindowFocus: 'always', staleTime: 0 } as const

export function teamsQuery(teams: VaultClient['teams']) {
  return queryOptions({ queryKey: [...KEY, 'list'], queryFn: () => teams.list(), ...FRESH })
}

/** User ids. */
export function peopleOfTeamQuery(teams: VaultClient['teams'], id: string) {
  return queryOptions({ queryKey: [...KEY, 'people', id], queryFn: () => teams.people(id), ...FRESH })
}

export function spaceTeamsQuery(teams: VaultClient['teams'], spaceId: string) {
  return queryOptions({ queryKey: [...KEY, 'space', spaceId], queryFn: () => teams.ofSpace(spaceId), ...FRESH })
}

/** After teams, their people or what a space remembers of them changed. */
export const TEAMS_KEY = { queryKey: KEY }
