import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const OWN_SHOWN = 10
/** Somebody who looks after security may end a pause at any time, and it ends by itself. */
const PAUSE_EVERY_MS = 60_000

type Threats = VaultClient['threats']

/** Whether replacing and deleting is paused for oneself; null while it is not. */
export function pauseQuery(threats: Threats) {
  return queryOptions({
    queryKey: ['threats', 'pause'],
    queryFn: () => threats.pause(),
    refetchInterval: ({ state }) => (state.data ? PAUSE_EVERY_MS : false),
  })
}

/** The newest that was noticed of oneself. */
export function ownDetectionsQuery(threats: Threats, userId: string) {
  return queryOptions({
    queryKey: ['threats', 'own', userId],
    queryFn: () => threats.ownDetections(userId, OWN_SHOWN),
    staleTime: 0,
  })
}

/** Own files with an alarm: asked for once, and kept as it is changed here. */
export function canariesQuery(threats: Threats) {
  return queryOptions({ queryKey: ['threats', 'canaries'], queryFn: () => threats.canaries(), staleTime: 5 * 60_000 })
}
