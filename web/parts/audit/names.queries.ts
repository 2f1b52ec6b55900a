import { queryOptions } from '@tanstack/react-query'
import type { AuditEvent, VaultClient } from '#web/lib/remote/vault-client.ts'

/** The people of one page, however many the organisation has. */
export function namesQuery(audit: VaultClient['audit'], events: readonly AuditEvent[]) {
  const named = ({ user_id: actor, details: { person, owner_id: owner } }: AuditEvent) => [actor, person, owner]
  const ids = [...new Set(events.flatMap(named))].filter((id) => typeof id === 'string').sort()
  return queryOptions({ queryKey: ['audit', 'names', ids], queryFn: () => audit.people(ids), staleTime: 5 * 60_000 })
}
