import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const row = z.object({ used_bytes: z.int(), limit_bytes: z.int().nullable(), is_own_limit: z.boolean().default(false) })

/** Bytes as the server counts them: sealed objects, what lies in the trash, and what unfinished uploads announced. */
export type StorageUsage = {
  usedBytes: number
  /** Null is without a limit. */
  limitBytes: number | null
  /** The organisation set the limit for this person; a larger plan changes nothing. */
  isOwnLimit: boolean
}

export async function readStorageUsage(api: VaultApi): Promise<StorageUsage> {
  const [usage] = z.tuple([row]).parse(await api.rest('rpc/storage_usage', { method: 'POST', body: {} }))
  return { usedBytes: usage.used_bytes, limitBytes: usage.limit_bytes, isOwnLimit: usage.is_own_limit }
}
