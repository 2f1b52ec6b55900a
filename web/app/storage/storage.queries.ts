import { queryOptions } from '@tanstack/react-query'
import type { VaultClient, StorageUsage } from '#web/lib/remote/vault-client.ts'

/** Below the list of files: whatever refetches that refetches this too. */
export function storageQuery(settings: VaultClient['settings']) {
  return queryOptions({ queryKey: ['files', 'storage'], queryFn: () => settings.storage() })
}

const NEARLY_FULL = 0.8

export type StorageLevel = 'normal' | 'nearly-full' | 'full'

/** How full the storage is: `part` from 0 to 1, null without a limit. A plan that was lowered can be more than full. */
export function storageLevel({ usedBytes, limitBytes }: Pick<StorageUsage, 'usedBytes' | 'limitBytes'>): {
  part: number | null
  level: StorageLevel
} {
  if (limitBytes === null) return { part: null, level: 'normal' }
  if (usedBytes >= limitBytes) return { part: 1, level: 'full' }
  const part = usedBytes / limitBytes
  return { part, level: part >= NEARLY_FULL ? 'nearly-full' : 'normal' }
}
