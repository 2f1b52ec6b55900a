import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** How long the log is kept, and the holds that are in force. */
export function retentionQuery(audit: VaultClient['audit']) {
  return queryOptions({ queryKey: ['audit', 'retention'], queryFn: () => audit.retention(new Date()) })
}
