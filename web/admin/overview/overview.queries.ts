import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** The probes run every half minute. */
const LOOK_EVERY_MS = 30_000
const LIVE = { staleTime: 0, refetchInterval: LOOK_EVERY_MS, refetchOnWindowFocus: 'always' } as const
const SHOWN_EVENTS = 8

type Team = VaultClient['team']

export function overviewQuery(team: Team) {
  return queryOptions({ queryKey: ['team', 'overview'], queryFn: () => team.overview(), ...LIVE })
}

export function waitsQuery(team: Team) {
  return queryOptions({ queryKey: ['team', 'waits'], queryFn: () => team.waits(), ...LIVE })
}

/** What the server's probes found, and whether the database answered just now. */
export function healthQuery(team: Team) {
  return queryOptions({
    queryKey: ['team', 'health'],
    queryFn: async () => {
      const [health, database] = await Promise.allSettled([team.health(), team.probeDatabase()])
      if (health.status === 'rejected') throw health.reason
      return { ...health.value, doesDatabaseAnswer: database.status === 'fulfilled' }
    },
    ...LIVE,
  })
}

/** The newest events of the organisation. */
export function newestEventsQuery(audit: VaultClient['audit']) {
  return queryOptions({
    queryKey: ['audit', 'newest'],
    queryFn: () => audit.list({ filter: {}, limit: SHOWN_EVENTS }),
    ...LIVE,
  })
}
