import type { ReadPurpose } from '#contract/audit/read-purpose.ts'
import type { VaultApi } from '../session/api.ts'
import { inBatches } from '../folders/items.ts'
import { purposeHeaders } from '../transfer/content-keys.ts'

/** Notes that own files were used, and for what. */
export async function touchFiles(
  api: VaultApi,
  ids: readonly string[],
  { purpose, now }: { purpose: ReadPurpose; now: Date },
): Promise<void> {
  const body = { last_accessed: now.toISOString() }
  const headers = purposeHeaders(purpose)
  await inBatches(ids, (filter) =>
    api.rest(`file_records?${filter}`, { method: 'PATCH', body, prefer: 'return=minimal', headers }),
  )
}
