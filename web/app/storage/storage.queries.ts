import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Below the list of files: whatever asks for that anew asks for this too. */
export function storageQuery(settings: VaultClient['settings']) {
  return queryOptions({ queryKey: ['files', 'storage'], queryFn: () => settings.storage() })
}
