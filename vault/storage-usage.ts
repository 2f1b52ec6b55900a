import { z } from 'zod'
import { formatBytes } from '#contract/format-bytes.ts'
import type { VaultApi } from './api.ts'

const row = z.object({ used_bytes: z.int(), limit_bytes: z.int().nullable() })

/** Bytes as the server counts them: sealed objects, what lies in the trash, and what unfinished uploads announced. */
export type StorageUsage = {
  usedBytes: number
  /** Null is without a limit. */
  limitBytes: number | null
}

export async function readStorageUsage(api: VaultApi): Promise<StorageUsage> {
  const [usage] = z.tuple([row]).parse(await api.rest('rpc/storage_usage', { method: 'POST', body: {} }))
  return { usedBytes: usage.used_bytes, limitBytes: usage.limit_bytes }
}

/** Why something was not stored, what is safe, and what to do; the same words in a terminal and in the app. */
export function noRoomSentence({ usedBytes, limitBytes }: StorageUsage): string {
  const used =
    limitBytes === null
      ? 'There was not enough room.'
      : `There is not enough room: ${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} are used.`
  return `${used} Nothing that is stored is lost. Delete files for good, or change the plan in the settings under Billing, then try again.`
}
