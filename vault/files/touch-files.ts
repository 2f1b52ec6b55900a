import type { VaultApi } from '../session/api.ts'
import { inBatches } from '../folders/items.ts'

/** Notes that files were used. */
export async function touchFiles(api: VaultApi, ids: readonly string[], now: Date): Promise<void> {
  const body = { last_accessed: now.toISOString() }
  await inBatches(ids, (filter) =>
    api.rest(`file_records?${filter}`, { method: 'PATCH', body, prefer: 'return=minimal' }),
  )
}
